import { isFound } from '#lib/hap/analysis/findings.ts'
import { accountKey, type Binding, countAccounts } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { isReleasedState, RELEASED_STATES } from '#lib/hap/pools/state.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import type { QueryContext } from '../query-context.ts'

/** A global account with its bindings of one pool. */
export interface Owner {
  readonly globalAccount: string
  readonly pool: Pool
  readonly key: string
  /** Without released bindings. */
  readonly bindings: readonly PooledBinding[]
}

/**
 * Lists each global account once per pool that it owns bindings of. Shared pools have no owners,
 * because neither allowlist nor limits apply to them.
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

/** Two bindings may refer to one account, so lists count bindings as well. */
export interface AccountTotals {
  readonly accounts: number
  readonly bindings: number
}

/** Size of a part of the inventory. */
export interface Concerned extends AccountTotals {
  readonly globalAccounts: number
  readonly shoots: number
}

/** Finds bindings whose accounts exceed their limit, like the search `problem:over-limit`. */
export function findOverLimit(context: QueryContext): readonly PooledBinding[] {
  return [...context.inventory.pools.values()].filter(pooled =>
    isFound('over-limit', new BindingFacts(pooled, context)),
  )
}

/** Counts owners, accounts and shoots of some bindings. */
export function countConcerned(bindings: readonly PooledBinding[], context: QueryContext): Concerned {
  return {
    globalAccounts: new Set(bindings.map(({ labels }) => labels.tenantName)).size,
    ...countAccountsAndBindings(bindings.map(({ binding }) => binding)),
    shoots: countShoots(bindings, context),
  }
}

/** Counts bindings and their accounts. */
export function countAccountsAndBindings(bindings: readonly Binding[]): AccountTotals {
  return { accounts: countAccounts(bindings), bindings: bindings.length }
}

/** Returns the distinct account keys of some bindings. */
export function accountKeys(bindings: readonly PooledBinding[]): ReadonlySet<string> {
  return new Set(bindings.map(({ binding }) => accountKey(binding.account)))
}

/** Counts the shoots on the accounts of some bindings. */
export function countShoots(
  bindings: readonly PooledBinding[],
  { inventory }: Pick<QueryContext, 'inventory'>,
): number {
  return accountKeys(bindings)
    .values()
    .reduce((sum, account) => sum + inventory.shootCountOfAccount(account), 0)
}

/**
 * Search for all bindings whose label names the global account, including released ones; optionally
 * of one pool.
 */
export function ownerSearch(globalAccount: string, pool: string | null = null): string {
  return pool === null ? `owner:${globalAccount}` : `pool:${pool} owner:${globalAccount}`
}

/** Search for the bindings of a global account in a pool, equal to those of listOwners. */
export function ownedSearch(globalAccount: string, pool: Pool): string {
  return `${ownerSearch(globalAccount, poolKey(pool))} -state:${RELEASED_STATES.join(',')}`
}

/** Search for bindings that the global account released and that are not clean yet. */
export function releasedSearch(globalAccount: string): string {
  return `${ownerSearch(globalAccount)} state:${RELEASED_STATES.join(',')}`
}

/** Search for accounts of a global account that exceed their limit. */
export function overLimitSearch(globalAccount: string): string {
  return `${ownerSearch(globalAccount)} problem:over-limit`
}
