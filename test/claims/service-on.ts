import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { observeWrites } from '#lib/garden/writes/patch-binding.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { AccountConditions } from '#lib/services/account-conditions.ts'
import { claimAudit } from '#lib/services/claims/claim-audit.ts'
import { type ClaimRules, SYSTEM_CLOCK } from '#lib/services/claims/claim-context.ts'
import { type ClaimService, type ClaimServiceOptions, createClaimService } from '#lib/services/claims/claim-service.ts'
import { gardenBindings } from '#lib/services/claims/garden-bindings.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { loadBindings } from '#lib/store/states/recall-bindings.ts'
import type { Store } from '#lib/store/store.ts'

export interface ServiceOptions {
  readonly access: Access
  readonly namespace: string
  readonly store: Store
  readonly holder: string
  rules(): ClaimRules
  readonly errors: unknown[]
  /** Part of the User-Agent. */
  readonly version?: string
  readonly change?: Partial<ClaimServiceOptions>
  /** A client with faults for the calls of claims. */
  harmed?(client: GardenClient): Pick<GardenClient, 'get' | 'page' | 'patch'>
  /** A client with faults for the watches of the inventory. */
  followed?(client: GardenClient): GardenClient
  /** Timing of the inventory; default: that of the console. */
  readonly timing?: Partial<ReflectorTiming>
}

export interface RunningService {
  readonly service: ClaimService
  readonly inventory: Inventory
  /** Conditions observed from the writes of the service; the test refreshes and rechecks them. */
  readonly conditions: AccountConditions
  readonly client: GardenClient
  stop(): Promise<void>
}

/** A claim service like that of the console, on an API server and a database, without a rate limit for writes. */
export async function serviceOn(options: ServiceOptions): Promise<RunningService> {
  const { access, namespace, store, holder, rules, errors, version = 'claims' } = options
  const kinds = ['CredentialsBinding', 'SecretBinding'] as const
  const client = createGardenClient({ access, version })
  const live = watchInventory({
    client: options.followed?.(client) ?? client,
    namespace,
    kinds,
    staleAfterMs: 60_000,
    ...(options.timing && { timing: options.timing }),
    recall: kind => loadBindings(store.db, namespace, kind),
  })
  await live.ready(AbortSignal.timeout(60_000))
  const queue = new WriteQueue(0)
  const failed = (error: unknown) => void errors.push(error)
  const conditions = new AccountConditions({
    store,
    inventory: live.inventory,
    client,
    writes: createBindingWrites({ client, queue }),
    note: all => live.noteConditions(all),
    failed: error => void (error instanceof StoreError || errors.push(error)),
  })
  const written = observeWrites({ ...client, ...options.harmed?.(client) }, conditions)
  const service = createClaimService({
    ledger: storeLedger(store),
    garden: gardenBindings({ client: written, queue, namespace, kinds }),
    inventory: live.inventory,
    audit: claimAudit(new AuditLog(store), failed),
    rules,
    clock: SYSTEM_CLOCK,
    holder,
    failed,
    ...options.change,
  })
  return {
    service,
    inventory: live.inventory,
    conditions,
    client,
    async stop() {
      queue.close()
      await live.stop()
      client.close()
    },
  }
}
