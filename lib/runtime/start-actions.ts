import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleaningSettings } from '#lib/garden/cleaning/cleaner-outlook.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { isReached } from '#lib/queries/rules-by-pool.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext, StateCause } from '#lib/services/actions/action-context.ts'
import { type ActionService, createActionService } from '#lib/services/actions/action-service.ts'
import { ExpiredHolds } from '#lib/services/actions/expired-holds.ts'
import { listPoolQueues } from '#lib/services/actions/preview-action.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { recordChange, snapshotOf } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'

interface ActionParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly shoots: ConsistentShoots
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly multiAccount: MultiAccountSettings
  readonly rules: Pick<RulesInForce, 'active'>
  readonly cleaning: CleaningSettings
  readonly doubtIn: DoubtIn
  pause(): string | null
}

const HOLDS_MS = 30_000
/** Checks after a write that take longer are left to another process: see recoverChecks. */
const SETTLE_MS = 5_000

/** Dependencies of manual actions. */
export function actionContext(parts: ActionParts): ActionContext {
  const { store, audit, client, shoots, inventory, queue, multiAccount, rules, cleaning, doubtIn, pause } = parts
  return {
    inventory,
    writes: createBindingWrites({ client, queue, doubtIn }),
    client,
    shoots,
    claims: accountClaims(store, `actions-${randomUUID()}`),
    audit,
    noteState: (now, cause) => void recordState(store, now, cause),
    cleaning,
    allowed: () => multiAccount.active.allowed,
    pause,
    plans: () => rules.active.plans,
    now: store.now,
  }
}

/** Starts manual actions and the loop that ends expired holds. */
export function startActions(
  context: ActionContext,
  { store, multiAccount, rules }: Pick<ActionParts, 'store' | 'multiAccount' | 'rules'>,
  shutdown: Shutdown,
): ActionService {
  const holds = new ExpiredHolds(context, error => log().warn({ err: error }, 'a hold was not ended'))
  const end = async () => {
    if (store.health().state !== 'up') return
    for (const binding of await holds.endExpired()) log().info({ binding }, 'a hold ended by its time')
  }
  shutdown.add(every(HOLDS_MS, end, 'holds were not ended', { boundMs: MANY_OBJECTS_MS }))
  const service = createActionService(context, {
    queueOf: async pool => (await listPoolQueues(store.db, [pool]))[0] ?? null,
    isReached: pool => isReached(pool, { ...rules.active, multiAccount: multiAccount.active }),
  })
  shutdown.add(() => Promise.race([service.settled(), sleep(SETTLE_MS, undefined, { ref: false })]))
  return service
}

/** Records who changed the state of a binding. On failure the state recorder still writes the state, without its cause. */
export async function recordState(store: Store, now: Binding, { action, actor, intent }: StateCause): Promise<void> {
  const pooled = pooledBinding(now)
  if (pooled === null) return
  const at = store.now()
  const cause = { cause: action, actor, claimId: null, auditSeq: intent }
  try {
    await store.transaction(tx => recordChange(tx, snapshotOf(pooled, at), cause, new Date(at)), {
      isolation: 'read-committed',
    })
  } catch (error) {
    log().warn({ err: error }, 'who changed the state of a binding was not written down')
  }
}
