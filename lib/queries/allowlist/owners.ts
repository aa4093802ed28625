import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import type { QueryContext } from '../query-context.ts'

/** A global account with what it owns of one pool. */
export interface Owner {
  readonly globalAccount: string
  readonly pool: Pool
  readonly key: string
  /** Its bindings there; what it has given back is not among them. */
  readonly bindings: readonly PooledBinding[]
}

/**
 * Every global account with bindings of its own among some, once per pool. Shared pools have no owners: neither allowlist nor limits
 * concern them.
 */
export function ownersOf(
  { inventory, at }: QueryContext,
  among: Iterable<PooledBinding> = inventory.pools.values(),
): readonly Owner[] {
  const owners = new Map<string, Owner & { readonly bindings: PooledBinding[] }>()
  for (const pooled of among) {
    const { tenantName } = pooled.labels
    const pool = poolOf(pooled)
    if (!tenantName || pool === null || pool.shared || isReleasedState(stateAt(pooled, at))) continue
    const key = poolKey(pool)
    const id = `${tenantName} ${key}`
    const owner = owners.get(id) ?? { globalAccount: tenantName, pool, key, bindings: [] }
    owners.set(id, owner)
    owner.bindings.push(pooled)
  }
  return [...owners.values()]
}
