import { onePerProcess } from '#lib/across-bundles.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import type { UnusableCounts } from '#lib/hap/selection/usability.ts'
import { NO_TYPE } from '../bindings/binding-list.ts'
import type { BaseContext } from '../query-context.ts'
import type { PoolShare, Usage } from './pool-share.ts'
import { PoolTally } from './pool-tally.ts'
import { PoolTotals } from './pool-totals.ts'

/** What can be counted on the bindings of one pool. */
export interface PoolFacts {
  readonly pool: Pool
  readonly accounts: number
  readonly states: StateCounts
  /** By global account, until the facts are asked for again. */
  readonly tenants: ReadonlyMap<string, Usage>
  readonly shoots: number
  /** Free accounts that a new global account can get. */
  readonly empty: number
  /** Shared accounts, and free ones without clusters, that cannot be used, by cause. */
  readonly unusable: UnusableCounts
}

/** Finds the bindings that are in no pool: their hyperscaler type is missing or empty. */
export const POOLLESS_TERM = `problem:${NO_TYPE}`

const NO_STATES = countStates([], 0)

const tallies = onePerProcess('pool-tallies', () => new WeakMap<Inventory, PoolTally>())

/** Every pool that has a binding, by pool key, the states of bindings that are in none, and accounts that are in several. */
export function poolFacts(context: BaseContext): {
  readonly pools: ReadonlyMap<string, PoolFacts>
  readonly poolless: StateCounts
  /** Of each such account what it adds to each pool. */
  readonly several: readonly (readonly PoolShare[])[]
} {
  const pools = new Map<string, PoolFacts>()
  let poolless = NO_STATES
  const tally = tallyOf(context)
  for (const totals of tally.read(context).values()) {
    if (totals.pool) pools.set(poolKey(totals.pool), factsOf(totals.pool, totals))
    else poolless = { ...totals.states }
  }
  return { pools, poolless, several: [...tally.several] }
}

/** The facts of one pool, also of one that has no binding. */
export function factsOfPool(pool: Pool, context: BaseContext): PoolFacts {
  return factsOf(pool, tallyOf(context).read(context).get(poolKey(pool)) ?? new PoolTotals(pool))
}

function factsOf(pool: Pool, { accounts, states, tenants, shoots, empty, unusable }: PoolTotals): PoolFacts {
  return { pool, accounts, states: { ...states }, tenants, shoots, empty, unusable: { ...unusable } }
}

function tallyOf({ inventory }: BaseContext): PoolTally {
  const tally = tallies.get(inventory) ?? new PoolTally()
  tallies.set(inventory, tally)
  return tally
}
