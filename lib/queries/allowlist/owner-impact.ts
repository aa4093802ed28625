import {
  compareNext,
  type NextChange,
  type PermissionChange,
  permissionChange,
} from '#lib/hap/impact/multi-account-impact.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { Request } from '#lib/hap/request.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { shootsOnTerms } from '#lib/search/shoot-terms.ts'
import {
  type AccountTotals,
  accountKeys,
  countAccountsAndBindings,
  countShoots,
  type Owner,
  ownedSearch,
} from '../pools/owners.ts'
import type { QueryContext } from '../query-context.ts'
import { findRequest } from '../simulator/find-request.ts'

/** Effect of other settings on one global account in one pool. */
export interface OwnerImpact extends AccountTotals {
  readonly globalAccount: string
  /** Key of the pool. */
  readonly pool: string
  readonly shoots: number
  /** Searches that find exactly these bindings and shoots; null where no search can. */
  readonly bindingsQ: string
  readonly shootsQ: string | null
  readonly right: PermissionChange
  /** Accounts that exceed the limit only under the new settings. */
  readonly newlyOver: number
  /** Accounts that exceed the limit only under the old settings. */
  readonly noLongerOver: number
  readonly next: NextChange
  /** Decisions for the next cluster as sentences; null where no rule leads to the pool. */
  readonly messages: { readonly before: string; readonly after: string } | null
  readonly request: Request | null
}

/** The same inventory under the settings in force and under others. */
interface Compared {
  readonly before: QueryContext
  readonly after: QueryContext
  readonly overBefore: ReadonlySet<PooledBinding>
  readonly overAfter: ReadonlySet<PooledBinding>
}

/** Compares the next request and the limits of one owner under both settings. */
export function computeOwnerImpact({ globalAccount, pool, key, bindings }: Owner, compared: Compared): OwnerImpact {
  const { before, after, overBefore, overAfter } = compared
  const request = findRequest(pool, globalAccount, before)
  const { inventory, semantics, at } = before
  const config = (context: QueryContext) => ({ ...context.rules, policy: policyOf(semantics), at })
  const searched = { bindings: inventory.pools, usage: inventory.usage }
  const impact = request && compareNext(request, config(before), config(after), searched)
  return {
    globalAccount,
    pool: key,
    ...countAccountsAndBindings(bindings.map(({ binding }) => binding)),
    shoots: countShoots(bindings, before),
    bindingsQ: ownedSearch(globalAccount, pool),
    shootsQ: shootsOnTerms(accountKeys(bindings)),
    right: permissionChange(globalAccount, before.rules.multiAccount.allowed, after.rules.multiAccount.allowed),
    newlyOver: accountKeys(bindings.filter(one => overAfter.has(one) && !overBefore.has(one))).size,
    noLongerOver: accountKeys(bindings.filter(one => overBefore.has(one) && !overAfter.has(one))).size,
    next: impact?.next ?? 'same',
    messages: impact && { before: impact.before.message, after: impact.after.message },
    request,
  }
}
