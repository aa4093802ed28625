import { isFound } from '#lib/hap/findings/finding.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import type { QueryContext } from '../query-context.ts'

/** How much of the inventory something concerns. */
export interface Concerned {
  readonly globalAccounts: number
  readonly accounts: number
  readonly shoots: number
}

/** Bindings whose accounts carry more than their limit; the same as `problem:over-limit` finds. */
export function overLimit(context: QueryContext): readonly PooledBinding[] {
  return [...context.inventory.pools.values()].filter(pooled =>
    isFound('over-limit', new BindingFacts(pooled, context)),
  )
}

/** Who owns some bindings, and what runs there; two bindings may share an account. */
export function concernedBy(bindings: readonly PooledBinding[], context: QueryContext): Concerned {
  return {
    globalAccounts: new Set(bindings.map(({ labels }) => labels.tenantName)).size,
    accounts: bindings.length,
    shoots: shootsOn(bindings, context),
  }
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
