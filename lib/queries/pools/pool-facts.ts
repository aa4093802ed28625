import { readPooledBinding } from '#lib/garden/inventory/account-bindings.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { NONE_UNUSABLE, type UnusableCause, type UnusableCounts } from '#lib/hap/selection/usability.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import { NO_TYPE } from '../bindings/binding-list.ts'
import type { BaseContext } from '../query-context.ts'
import { listShares, type PoolShare, type Usage } from './pool-share.ts'

/** Counts of one pool. An account with several bindings in it counts once. */
export interface PoolFacts {
  readonly pool: Pool
  readonly accounts: number
  /** By the state of the account, see `accountStateAt`. */
  readonly states: StateCounts
  /** By global account; valid until the next call. */
  readonly tenants: ReadonlyMap<string, Usage>
  readonly shoots: number
  /** Accounts that a search picks, see AccountShare. */
  readonly usable: number
  /** Unusable shared accounts, and unusable free ones without clusters, by cause. */
  readonly unusable: UnusableCounts
}

/** Finds bindings without a pool: their hyperscaler type is missing or empty. */
export const POOLLESS_TERM = `problem:${NO_TYPE}`

const tallies = onePerProcess('pool-tallies', () => new WeakMap<Inventory, PoolTally>())

/** Counts of all accounts: by pool, and of bindings without a pool. */
interface AllFacts {
  readonly pools: ReadonlyMap<string, PoolFacts>
  /** Accounts with a binding without a pool; `bindings` counts these bindings. */
  readonly poolless: { readonly accounts: number; readonly bindings: number; readonly states: StateCounts }
  /** Shares of each account that is in several pools, or in a pool and without one. */
  readonly several: readonly (readonly PoolShare[])[]
  /** Number of all accounts. */
  readonly accounts: number
}

/** Counts each pool with a binding, by pool key. */
export function getPoolFacts(context: BaseContext): AllFacts {
  const pools = new Map<string, PoolFacts>()
  let none = new PoolTotals(null)
  const tally = tallyOf(context)
  for (const totals of tally.read(context).values()) {
    if (totals.pool) pools.set(poolKey(totals.pool), factsOf(totals.pool, totals))
    else none = totals
  }
  const poolless = { accounts: none.accounts, bindings: none.bindings, states: { ...none.states } }
  return { pools, poolless, several: [...tally.several], accounts: tally.accounts }
}

/** Counts one pool, also without bindings. */
export function getFactsOfPool(pool: Pool, context: BaseContext): PoolFacts {
  return factsOf(pool, tallyOf(context).read(context).get(poolKey(pool)) ?? new PoolTotals(pool))
}

function factsOf(pool: Pool, { accounts, states, tenants, shoots, usable, unusable }: PoolTotals): PoolFacts {
  return { pool, accounts, states: { ...states }, tenants, shoots, usable, unusable: { ...unusable } }
}

function tallyOf({ inventory }: BaseContext): PoolTally {
  const tally = tallies.get(inventory) ?? new PoolTally()
  tallies.set(inventory, tally)
  return tally
}

/**
 * Totals of all pools, updated incrementally: a read only counts accounts that changed since the
 * previous one.
 */
class PoolTally {
  /** An inventory of version 0 is empty, as is the tally. */
  #version = 0
  readonly #totals = new Map<string | null, PoolTotals>()
  /** By account key. */
  readonly #shares = new Map<string, readonly PoolShare[]>()
  /** Shares of accounts with bindings in several pools. */
  readonly #several = new Map<string, readonly PoolShare[]>()
  /** Provider types of the last read; others change which accounts are usable. */
  #providerTypes: Plans['providerTypes'] | null = null
  /** Accounts with a temporary hold, whose share depends on the time. */
  readonly #timed = new Set<string>()

  /** Returns totals by pool key, null for bindings without a pool. Valid until the next read. */
  read(context: BaseContext): ReadonlyMap<string | null, PoolTotals> {
    const { inventory, rules } = context
    const isSame = this.#providerTypes === rules.plans.providerTypes
    const changes = isSame ? inventory.changesSince(this.#version) : null
    if (changes === null) this.#forget()
    this.#providerTypes = rules.plans.providerTypes
    const stale = changes?.accounts ?? allAccounts(inventory)
    for (const account of stale.union(this.#timed)) this.#count(account, context)
    this.#version = inventory.version
    return this.#totals
  }

  /** Number of accounts, as of the last read. */
  get accounts(): number {
    return this.#shares.size
  }

  /** Shares of accounts with bindings in several pools, as of the last read. */
  get several(): Iterable<readonly PoolShare[]> {
    return this.#several.values()
  }

  #forget(): void {
    this.#totals.clear()
    this.#shares.clear()
    this.#several.clear()
    this.#timed.clear()
  }

  #count(account: string, context: BaseContext): void {
    for (const share of this.#shares.get(account) ?? []) this.#remove(share)
    const shares = listShares(account, context)
    for (const share of shares) this.#totalsOf(share).add(share)
    if (shares.length > 0) this.#shares.set(account, shares)
    else this.#shares.delete(account)
    if (shares.length > 1) this.#several.set(account, shares)
    else this.#several.delete(account)
    if (endsByItself(account, context)) this.#timed.add(account)
    else this.#timed.delete(account)
  }

  #remove(share: PoolShare): void {
    const totals = this.#totalsOf(share)
    totals.remove(share)
    if (totals.accounts === 0) this.#totals.delete(keyOf(share))
  }

  #totalsOf(share: PoolShare): PoolTotals {
    const key = keyOf(share)
    const totals = this.#totals.get(key) ?? new PoolTotals(share.pool)
    this.#totals.set(key, totals)
    return totals
  }
}

function keyOf({ pool }: PoolShare): string | null {
  return pool && poolKey(pool)
}

function allAccounts({ pools }: Inventory): ReadonlySet<string> {
  return new Set(Array.from(pools.values(), ({ binding }) => accountKey(binding.account)))
}

function endsByItself(account: string, { inventory }: BaseContext): boolean {
  return inventory
    .bindingsOfAccount(account)
    .some(binding => Number.isFinite(readPooledBinding(inventory, binding)?.holdEnd))
}

/** Sum of the shares of one pool. */
class PoolTotals {
  readonly pool: Pool | null
  readonly states: Record<BindingState, number> = { ...countStates([], 0) }
  readonly tenants = new Map<string, Usage>()
  accounts = 0
  bindings = 0
  shoots = 0
  usable = 0
  readonly unusable: Record<UnusableCause, number> = { ...NONE_UNUSABLE }

  constructor(pool: Pool | null) {
    this.pool = pool
  }

  add(share: PoolShare): void {
    this.#change(share, 1)
  }

  remove(share: PoolShare): void {
    this.#change(share, -1)
  }

  #change({ state, bindings, tenants, shoots, usable, unusable }: PoolShare, times: 1 | -1): void {
    this.states[state] += times
    this.accounts += times
    this.bindings += times * bindings.length
    this.shoots += times * shoots
    this.usable += times * Number(usable)
    if (unusable !== null) this.unusable[unusable] += times
    for (const [tenant, { accounts, shoots }] of tenants) {
      const before = this.tenants.get(tenant) ?? { accounts: 0, shoots: 0 }
      const after = { accounts: before.accounts + times * accounts, shoots: before.shoots + times * shoots }
      if (after.accounts === 0 && after.shoots === 0) this.tenants.delete(tenant)
      else this.tenants.set(tenant, after)
    }
  }
}
