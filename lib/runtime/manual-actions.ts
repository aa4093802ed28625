import { randomUUID } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { isReached } from '#lib/queries/pools/reached-pools.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext, StateCause } from '#lib/services/actions/action-context.ts'
import { type ActionService, createActionService } from '#lib/services/actions/action-service.ts'
import { HoldEnds } from '#lib/services/actions/end-holds.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { firstInQueue } from '#lib/store/queue/first-in-queue.ts'
import { snapshotOf } from '#lib/store/states/binding-snapshot.ts'
import { noteChange } from '#lib/store/states/note-change.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every } from './every.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'

interface ActionParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly multiAccount: MultiAccountSettings
  readonly rules: Pick<RulesInForce, 'active'>
}

const HOLDS_MS = 30_000

/** Actions by hand, and the end of holds that have one. */
export function manualActions(
  { store, audit, client, inventory, queue, multiAccount, rules }: ActionParts,
  shutdown: Shutdown,
): ActionService {
  const context: ActionContext = {
    inventory,
    writes: createBindingWrites({ client, queue }),
    client,
    claims: accountClaims(store, `actions-${randomUUID()}`),
    audit,
    noteState: (now, cause) => void noteState(store, now, cause),
    queueOf: pool => firstInQueue(store.db, pool),
    isReached: pool => isReached(pool, { ...rules.active, multiAccount: multiAccount.active }),
    allowed: () => multiAccount.active.allowed,
    now: Date.now,
  }
  const holds = new HoldEnds(context, error => log().warn({ err: error }, 'a hold was not ended'))
  const end = async () => {
    if (store.health().state !== 'up') return
    for (const binding of await holds.turn()) log().info({ binding }, 'a hold ended by its time')
  }
  shutdown.add(every(HOLDS_MS, end, 'holds were not ended'))
  return createActionService(context)
}

async function noteState(store: Store, now: Binding, { action, actor, intent }: StateCause): Promise<void> {
  const pooled = pooledBinding(now)
  if (pooled === null) return
  const at = Date.now()
  const cause = { cause: action, actor, claimId: null, auditSeq: intent }
  try {
    await store.transaction(tx => noteChange(tx, snapshotOf(pooled, at), cause, new Date(at)), {
      isolation: 'read-committed',
    })
  } catch (error) {
    log().warn({ err: error }, 'who changed the state of a binding was not written down')
  }
}
