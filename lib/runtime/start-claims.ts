import { randomUUID } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { readShootsOf } from '#lib/garden/fresh-reads.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { claimAudit } from '#lib/services/claims/claim-audit.ts'
import { type ClaimRules, SYSTEM_CLOCK } from '#lib/services/claims/claim-context.ts'
import { type ClaimService, createClaimService } from '#lib/services/claims/claim-service.ts'
import { gardenBindings } from '#lib/services/claims/garden-bindings.ts'
import { rulesRevision } from '#lib/services/claims/rules-archive.ts'
import { type AdoptionParts, adoptAtFirstStart } from '#lib/services/landscape/adopt.ts'
import type { Landscape } from '#lib/services/landscape/landscape.ts'
import { retireVanished } from '#lib/services/landscape/retire-vanished.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { measure } from '#lib/util/measured.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import { BATCH_TIMEOUT_MS, repeat } from './repeat.ts'
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
  /** Whether the loops that continue waiting and interrupted claims start; false in observe mode. */
  readonly writesGardener: boolean
  readonly doubtIn: DoubtIn
  pause(): string | null
}

/** Interval of the sweep. Together with the lease of 25 s it bounds the recovery of a claim to a minute. */
export const SWEEP_MS = 5_000

/** Starts the claim service, its sweep, and the queue, which runs when an account of a pool changes. */
export function startClaims(parts: ClaimParts, shutdown: Shutdown): ClaimService {
  const {
    store,
    audit,
    client,
    inventory,
    queue,
    multiAccount,
    rules,
    kinds,
    twoPersons,
    writesGardener,
    doubtIn,
    pause,
  } = parts
  // The store reports an unavailable database itself.
  const failed = (error: unknown) => {
    if (!(error instanceof StoreError)) log().warn({ err: error }, 'a claim was not recovered')
  }
  const service = createClaimService({
    ledger: storeLedger(store),
    garden: gardenBindings({ client, queue, namespace: inventory.namespace, kinds, doubtIn }),
    inventory,
    audit: claimAudit(audit, failed),
    rules: () => resolveClaimRules(rules, multiAccount),
    clock: { ...SYSTEM_CLOCK, now: store.now },
    twoPersons,
    pause,
    holder: `claims-${randomUUID()}`,
    ending: shutdown.ending,
    failed,
  })
  if (writesGardener) {
    shutdown.add(repeat(SWEEP_MS, () => service.sweep(), 'claims were not recovered', { timeoutMs: BATCH_TIMEOUT_MS }))
    shutdown.add(onPoolChange(inventory, pool => service.processQueue(pool)))
  }
  const reread = () => rereadStale([rules, multiAccount])
  return measureClaims({
    ...service,
    claim: async (asked, key) => {
      await reread()
      return service.claim(asked, key)
    },
    preview: async request => {
      await reread()
      return service.preview(request)
    },
  })
}

/**
 * Reads rules and settings that have become stale, so that the first claim after an outage of the database is served and need not wait
 * for the next regular read. While the database is down they stay stale. Throws StoreError.
 */
export async function rereadStale(sources: readonly Pick<RulesInForce, 'staleSeconds' | 'refresh'>[]): Promise<void> {
  const stale = sources.filter(source => source.staleSeconds() !== null)
  await Promise.all(stale.map(source => source.refresh()))
}

/** Calls `process` for each pool that changed, at most once at a time per pool. Returns a function that ends it. */
function onPoolChange(inventory: Inventory, process: (pool: string) => Promise<void>): () => void {
  let seen = inventory.version
  const busy = new Set<string>()
  return inventory.subscribe(version => {
    const changes = inventory.changesSince(seen)
    seen = version
    for (const pool of changes?.pools ?? []) {
      if (busy.has(pool)) continue
      busy.add(pool)
      void process(pool).finally(() => busy.delete(pool))
    }
  })
}

/** Rules, plans and limits that decide claims now. Throws RulesUncertainError while they may be stale. */
export function resolveClaimRules(rules: RulesInForce, multiAccount: MultiAccountSettings): ClaimRules {
  const { ruleset, plans } = rules.certain()
  return {
    selection: { ruleset, plans, multiAccount: multiAccount.certain() },
    revision: rulesRevision(ruleset),
    settingsVersion: multiAccount.version === 0 ? null : multiAccount.version,
  }
}

/** Wraps the service so that its writes report to the metrics channel. */
function measureClaims(service: ClaimService): ClaimService {
  return {
    ...service,
    claim: (asked, key) => measure('claim', { verb: 'claim' }, () => service.claim(asked, key)),
    release: (id, caller) => measure('claim', { verb: 'release' }, () => service.release(id, caller)),
    cancel: (id, caller, order) => measure('claim', { verb: 'cancel' }, () => service.cancel(id, caller, order)),
    setCluster: (id, cluster, caller) =>
      measure('claim', { verb: 'name-cluster' }, () => service.setCluster(id, cluster, caller)),
  }
}

/** Interval between attempts until the first adoption succeeds. */
const ADOPTION_MS = 1_000
const VANISHED_MS = 30_000

interface AdoptionContext extends AdoptionParts {
  readonly client: GardenClient
  readonly landscape: Landscape
}

/** Adopts the landscape at the first start, and retires adopted claims whose cluster no longer exists. */
export function startAdoption(parts: AdoptionContext, shutdown: Shutdown): void {
  const { client, inventory } = parts
  const adopt = async () => {
    const report = await adoptAtFirstStart(parts)
    if (report === 'later') return
    endAdoption()
    if (report) {
      const { registered, globalAccounts, accounts, left } = report
      log().info({ registered, globalAccounts, accounts, left: left.length }, 'the landscape was adopted')
    }
  }
  const endAdoption = repeat(ADOPTION_MS, adopt, 'the landscape was not adopted', { timeoutMs: BATCH_TIMEOUT_MS })
  shutdown.add(endAdoption)

  const shootsOf = (tenant: string) => readShootsOf(client, inventory.namespace, tenant)
  let checked: number | null = null
  const retire = async () => {
    const { version } = inventory
    if (version === checked) return
    const count = await retireVanished({ ...parts, shootsOf })
    if (count === null) return
    checked = version
    if (count > 0) log().info({ count }, 'adopted clusters no longer exist')
  }
  shutdown.add(repeat(VANISHED_MS, retire, 'adopted claims were not checked', { timeoutMs: BATCH_TIMEOUT_MS }))
}
