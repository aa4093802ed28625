import { isFound } from '#lib/hap/analysis/findings.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import type { QueryContext } from '../query-context.ts'

/** A number of accounts. Two bindings may share one: lists have a line for each binding. */
export interface AccountsOf {
  readonly accounts: number
  readonly bindings: number
}

/** How much of the inventory something concerns. */
export interface Concerned extends AccountsOf {
  readonly globalAccounts: number
  readonly shoots: number
}

/** Bindings whose accounts carry more than their limit; the same as `problem:over-limit` finds. */
export function overLimit(context: QueryContext): readonly PooledBinding[] {
  return [...context.inventory.pools.values()].filter(pooled =>
    isFound('over-limit', new BindingFacts(pooled, context)),
  )
}

/** Who owns some bindings, and what runs there. */
export function concernedBy(bindings: readonly PooledBinding[], context: QueryContext): Concerned {
  return {
    globalAccounts: new Set(bindings.map(({ labels }) => labels.tenantName)).size,
    ...countAccounts(bindings.map(({ binding }) => binding)),
    shoots: shootsOn(bindings, context),
  }
}

export function countAccounts(bindings: readonly Binding[]): AccountsOf {
  return { accounts: new Set(bindings.map(({ account }) => accountKey(account))).size, bindings: bindings.length }
}

/** Keys of the accounts of some bindings. */
export function accountsOf(bindings: readonly PooledBinding[]): ReadonlySet<string> {
  return new Set(bindings.map(({ binding }) => accountKey(binding.account)))
}

/** Shoots on the accounts of some bindings. */
export function shootsOn(bindings: readonly PooledBinding[], { inventory }: Pick<QueryContext, 'inventory'>): number {
  return accountsOf(bindings)
    .values()
    .reduce((sum, account) => sum + inventory.shootCountOfAccount(account), 0)
}
