import { randomUUID } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { claimAudit } from '#lib/services/claims/claim-audit.ts'
import { SYSTEM_CLOCK } from '#lib/services/claims/claim-context.ts'
import { type ClaimService, createClaimService } from '#lib/services/claims/claim-service.ts'
import { gardenBindings } from '#lib/services/claims/garden-bindings.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { claimRules } from './claim-rules.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'
import { measuredClaims } from './measured-claims.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'

interface ClaimParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly multiAccount: MultiAccountSettings
  readonly rules: RulesInForce
  readonly kinds: readonly BindingKind[]
  readonly twoPersons: boolean
  readonly doubtIn: DoubtIn
  pause(): string | null
}

/** Between two looks at what was left behind: with the lease of 30 s before it, a recovery is done within a minute also where all is slow. */
export const SWEEP_MS = 5_000

/** The claim service, its sweep, and a queue that moves on when an account of a pool changes. */
export function claimsAtWork(parts: ClaimParts, shutdown: Shutdown): ClaimService {
  const { store, audit, client, inventory, queue, multiAccount, rules, kinds, twoPersons, doubtIn, pause } = parts
  // The database that does not answer is told already.
  const failed = (error: unknown) => {
    if (!(error instanceof StoreError)) log().warn({ err: error }, 'a claim was not looked after')
  }
  const service = createClaimService({
    ledger: storeLedger(store),
    garden: gardenBindings({ client, queue, namespace: inventory.namespace, kinds, doubtIn }),
    inventory,
    audit: claimAudit(audit, failed),
    rules: () => claimRules(rules, multiAccount),
    clock: { ...SYSTEM_CLOCK, now: store.now },
    twoPersons,
    pause,
    holder: `claims-${randomUUID()}`,
    failed,
  })
  shutdown.add(every(SWEEP_MS, () => service.sweep(), 'claims were not looked after', { boundMs: MANY_OBJECTS_MS }))
  shutdown.add(onPoolChange(inventory, pool => service.processQueue(pool)))
  return measuredClaims(service)
}

/** Calls `look` for each pool that changed, for one pool once at a time. Returns what ends it. */
function onPoolChange(inventory: Inventory, look: (pool: string) => Promise<void>): () => void {
  let seen = inventory.version
  const busy = new Set<string>()
  return inventory.subscribe(version => {
    const changes = inventory.changesSince(seen)
    seen = version
    for (const pool of changes?.pools ?? []) {
      if (busy.has(pool)) continue
      busy.add(pool)
      void look(pool).finally(() => busy.delete(pool))
    }
  })
}
