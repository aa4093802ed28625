import { randomUUID } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { measured } from '#lib/measured.ts'
import { claimAudit } from '#lib/services/claims/claim-audit.ts'
import { type ClaimRules, SYSTEM_CLOCK } from '#lib/services/claims/claim-context.ts'
import { type ClaimService, createClaimService } from '#lib/services/claims/claim-service.ts'
import { gardenBindings } from '#lib/services/claims/garden-bindings.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'
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

/** Interval of the sweep. Together with the lease of 30 s it bounds the recovery of a claim to a minute. */
export const SWEEP_MS = 5_000

/** Starts the claim service, its sweep, and the queue, which runs when an account of a pool changes. */
export function startClaims(parts: ClaimParts, shutdown: Shutdown): ClaimService {
  const { store, audit, client, inventory, queue, multiAccount, rules, kinds, twoPersons, doubtIn, pause } = parts
  // The store reports an unavailable database itself.
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

/** Rules, plans and limits that decide claims now. Throws RulesUncertainError while they may be stale. */
export function claimRules(rules: RulesInForce, multiAccount: MultiAccountSettings): ClaimRules {
  const { ruleset, plans } = rules.certain()
  return {
    selection: { ruleset, plans, multiAccount: multiAccount.certain() },
    revision: rulesRevision(ruleset),
    settingsVersion: multiAccount.version === 0 ? null : multiAccount.version,
  }
}

/** Wraps the service so that its writes report to the metrics channel. */
function measuredClaims(service: ClaimService): ClaimService {
  return {
    ...service,
    claim: (asked, key) => measured('claim', { verb: 'claim' }, () => service.claim(asked, key)),
    release: (id, caller) => measured('claim', { verb: 'release' }, () => service.release(id, caller)),
    setCluster: (id, cluster, caller) =>
      measured('claim', { verb: 'name-cluster' }, () => service.setCluster(id, cluster, caller)),
  }
}
