import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { BaseContext } from '../query-context.ts'
import { type PoolShare, sharesOf } from './pool-share.ts'
import { PoolTotals } from './pool-totals.ts'

/** Totals of all pools in step with one inventory: a read looks only at the accounts that changed since the one before. */
export class PoolTally {
  /** An inventory of version 0 is empty, as the tally is. */
  #version = 0
  readonly #totals = new Map<string | null, PoolTotals>()
  /** By account. */
  readonly #shares = new Map<string, readonly PoolShare[]>()
  /** Of these the accounts with bindings in several pools. */
  readonly #several = new Map<string, readonly PoolShare[]>()
  /** Of the plans that the last read went by: other ones make other accounts usable. */
  #providerTypes: Plans['providerTypes'] | null = null
  /** Accounts with a hold that ends by itself: what they add depends on the moment. */
  readonly #timed = new Set<string>()

  /** By pool key, null for what is in no pool. True until the next read. */
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

  /** What accounts with bindings in several pools add to each of them, as of the last read. */
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
    const shares = sharesOf(account, context)
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
  return inventory.bindingsOfAccount(account).some(binding => Number.isFinite(inventory.pools.get(binding)?.holdEnd))
}
