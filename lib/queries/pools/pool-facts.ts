import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/capacity.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { NO_TYPE } from '../bindings/binding-search.ts'
import type { QueryContext } from '../query-context.ts'
import type { Usage } from './pool-share.ts'
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
  /** Free accounts that nobody uses. */
  readonly empty: number
}

/** Finds the bindings that are in no pool: their hyperscaler type is missing or empty. */
export const POOLLESS_TERM = `problem:${NO_TYPE}`

const NO_STATES = countStates([], 0)

const tallies = new WeakMap<Inventory, PoolTally>()

/** Every pool that has a binding, by pool key, and the states of bindings that are in none. */
export function poolFacts(context: QueryContext): {
  readonly pools: ReadonlyMap<string, PoolFacts>
  readonly poolless: StateCounts
} {
  const pools = new Map<string, PoolFacts>()
  let poolless = NO_STATES
  for (const totals of totalsOf(context).values()) {
    if (totals.pool) pools.set(poolKey(totals.pool), factsOf(totals.pool, totals))
    else poolless = { ...totals.states }
  }
  return { pools, poolless }
}

/** The facts of one pool, also of one that has no binding. */
export function factsOfPool(pool: Pool, context: QueryContext): PoolFacts {
  return factsOf(pool, totalsOf(context).get(poolKey(pool)) ?? new PoolTotals(pool))
}

function factsOf(pool: Pool, { accounts, states, tenants, shoots, empty }: PoolTotals): PoolFacts {
  return { pool, accounts, states: { ...states }, tenants, shoots, empty }
}

function totalsOf(context: QueryContext): ReturnType<PoolTally['read']> {
  const tally = tallies.get(context.inventory) ?? new PoolTally()
  tallies.set(context.inventory, tally)
  return tally.read(context)
}
