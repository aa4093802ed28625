import { isFound } from '#lib/hap/analysis/findings.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { isReleasedState, RELEASED_STATES } from '#lib/hap/pools/state.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
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
export function listOwners(
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

/** A number of accounts. Two bindings may share one: lists have a line for each binding. */
export interface AccountTotals {
  readonly accounts: number
  readonly bindings: number
}

/** How much of the inventory something concerns. */
export interface Concerned extends AccountTotals {
  readonly globalAccounts: number
  readonly shoots: number
}

/** Bindings whose accounts carry more than their limit; the same as `problem:over-limit` finds. */
export function findOverLimit(context: QueryContext): readonly PooledBinding[] {
  return [...context.inventory.pools.values()].filter(pooled =>
    isFound('over-limit', new BindingFacts(pooled, context)),
  )
}

/** Who owns some bindings, and what runs there. */
export function countConcerned(bindings: readonly PooledBinding[], context: QueryContext): Concerned {
  return {
    globalAccounts: new Set(bindings.map(({ labels }) => labels.tenantName)).size,
    ...countAccounts(bindings.map(({ binding }) => binding)),
    shoots: countShoots(bindings, context),
  }
}

export function countAccounts(bindings: readonly Binding[]): AccountTotals {
  return { accounts: new Set(bindings.map(({ account }) => accountKey(account))).size, bindings: bindings.length }
}

/** Keys of the accounts of some bindings. */
export function accountKeys(bindings: readonly PooledBinding[]): ReadonlySet<string> {
  return new Set(bindings.map(({ binding }) => accountKey(binding.account)))
}

/** Shoots on the accounts of some bindings. */
export function countShoots(
  bindings: readonly PooledBinding[],
  { inventory }: Pick<QueryContext, 'inventory'>,
): number {
  return accountKeys(bindings)
    .values()
    .reduce((sum, account) => sum + inventory.shootCountOfAccount(account), 0)
}

/** The search that finds every binding whose label names a global account, also those it has given back; for one pool of them. */
export function ownerSearch(globalAccount: string, pool: string | null = null): string {
  return pool === null ? `owner:${globalAccount}` : `pool:${pool} owner:${globalAccount}`
}

/** The search that finds the bindings of a global account in a pool, as ownersOf counts them. */
export function ownedSearch(globalAccount: string, pool: Pool): string {
  return `${ownerSearch(globalAccount, poolKey(pool))} -state:${RELEASED_STATES.join(',')}`
}

/** The search that finds the bindings a global account has given back and that are not clean yet. */
export function releasedSearch(globalAccount: string): string {
  return `${ownerSearch(globalAccount)} state:${RELEASED_STATES.join(',')}`
}

/** The search that finds the accounts of a global account that are over their limit. */
export function overLimitSearch(globalAccount: string): string {
  return `${ownerSearch(globalAccount)} problem:over-limit`
}
