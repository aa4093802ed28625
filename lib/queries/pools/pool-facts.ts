import { accountKey } from '#lib/hap/pools/account.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/capacity.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { NO_TYPE } from '../bindings/binding-search.ts'
import type { QueryContext } from '../query-context.ts'
import { tenantsOf, type Usage } from './pool-tenants.ts'

/** The bindings of one pool and what can be counted on them. */
export interface PoolFacts {
  readonly pool: Pool
  readonly bindings: readonly PooledBinding[]
  readonly states: StateCounts
  /** By global account. */
  readonly tenants: ReadonlyMap<string, Usage>
  readonly shoots: number
  /** Free accounts that nobody uses. */
  readonly empty: number
}

/** Finds the bindings that are in no pool: their hyperscaler type is missing or empty. */
export const POOLLESS_TERM = `problem:${NO_TYPE}`

/** Every pool that has a binding, by pool key. */
export function poolFacts(context: QueryContext): ReadonlyMap<string, PoolFacts> {
  const groups = new Map<string, { pool: Pool; bindings: PooledBinding[] }>()
  for (const pooled of context.inventory.pools.values()) {
    const pool = poolOf(pooled)
    if (!pool?.hyperscalerType) continue
    const key = poolKey(pool)
    const group = groups.get(key)
    if (group) group.bindings.push(pooled)
    else groups.set(key, { pool, bindings: [pooled] })
  }
  return new Map(Array.from(groups, ([key, { pool, bindings }]) => [key, factsOf(pool, bindings, context)]))
}

/** The bindings of one pool, without looking at the others closer than needed. */
export function factsOfPool(pool: Pool, context: QueryContext): PoolFacts {
  const key = poolKey(pool)
  const bindings = Array.from(context.inventory.pools.values()).filter(pooled => {
    const own = poolOf(pooled)
    return own !== null && poolKey(own) === key
  })
  return factsOf(pool, bindings, context)
}

function factsOf(pool: Pool, bindings: readonly PooledBinding[], context: QueryContext): PoolFacts {
  // Two bindings may share an account: its shoots count once.
  const accounts = new Set(bindings.map(({ binding }) => accountKey(binding.account)))
  let shoots = 0
  for (const account of accounts) shoots += context.inventory.shootCountOfAccount(account)
  return {
    pool,
    bindings,
    states: countStates(bindings, context.at),
    tenants: tenantsOf(pool, bindings, context),
    shoots,
    empty: bindings.filter(pooled => isEmpty(pooled, context)).length,
  }
}

function isEmpty(pooled: PooledBinding, { inventory, at }: QueryContext): boolean {
  return stateAt(pooled, at) === 'free' && inventory.shootCountOfAccount(accountKey(pooled.binding.account)) === 0
}
