import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { keyOf, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'

interface PoolWatcher {
  readonly inventory: Pick<Inventory, 'version' | 'subscribe' | 'changesSince'>
  readonly claims: Pick<ClaimService, 'processQueue'>
  readonly requests: Pick<WatchStore<SubscriptionRequest>, 'all'>
  /** Enqueues a request in the controller. */
  touch(key: ObjectKey): void
}

/**
 * Enqueues requests that wait or release their account once an account of their pool changes and
 * the queue of the pool has been served; also requests whose own account changes, for example by a
 * manual release. Returns the unsubscribe function.
 */
export function watchPools({ inventory, claims, requests, touch }: PoolWatcher): () => void {
  let seen = inventory.version
  /** Pools whose queue is being served, and whether they have changed since. */
  const busy = new Map<string, boolean>()
  const touchAll = (type: string | null) => {
    for (const request of requests.all())
      if (isUnderWay(request) && (type === null || request.status?.hyperscalerType === type)) touch(keyOf(request))
  }
  const touchHolders = (bindings: ReadonlySet<string>) => {
    for (const request of requests.all()) if (isAlone(request, bindings)) touch(keyOf(request))
  }
  const serveQueue = async (pool: string) => {
    do {
      busy.set(pool, false)
      await claims.processQueue(pool)
      touchAll(parsePoolKey(pool)?.hyperscalerType ?? '')
    } while (busy.get(pool) === true)
  }
  return inventory.subscribe(version => {
    const changes = inventory.changesSince(seen)
    seen = version
    if (changes === null) touchAll(null)
    else touchHolders(changes.bindings)
    for (const pool of changes?.pools ?? []) {
      if (busy.has(pool)) busy.set(pool, true)
      else void serveQueue(pool).finally(() => busy.delete(pool))
    }
  })
}

function isUnderWay({ metadata, status }: SubscriptionRequest): boolean {
  return status?.position !== undefined || metadata.deletionTimestamp !== undefined
}

/**
 * Whether the account of a request is among these and dedicated. A shared account changes with each
 * of its many clusters.
 */
function isAlone({ status }: SubscriptionRequest, bindings: ReadonlySet<string>): boolean {
  const { bindingRef, conditions } = status ?? {}
  if (bindingRef === undefined || !bindings.has(bindingKey(bindingRef))) return false
  return findCondition(conditions, 'Ready')?.reason !== 'Shared'
}
