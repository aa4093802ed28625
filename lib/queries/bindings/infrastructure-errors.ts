import { type Account, accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import { infrastructureErrors, type Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text.ts'
import type { QueryContext } from '../query-context.ts'

/** An infrastructure error with the number of shoots that report it. */
interface ErrorCode {
  readonly code: string
  readonly shoots: number
}

/** Counts infrastructure errors of shoots, most frequent first; a shoot may report several. */
export function countErrorCodes(shoots: Iterable<Pick<Shoot, 'errorCodes'>>): readonly ErrorCode[] {
  const counts = new Map<string, number>()
  for (const shoot of shoots)
    for (const code of new Set(infrastructureErrors(shoot))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return Array.from(counts, ([code, shoots]) => ({ code, shoots })).sort(
    (a, b) => b.shoots - a.shoots || compareText(a.code, b.code),
  )
}

/**
 * Counts the bindings that the search ON_FAILING_ACCOUNTS finds. It avoids the search, because each
 * request of the shoots list needs the number.
 */
export function countBindingsOnFailingAccounts({ inventory }: Pick<QueryContext, 'inventory'>): number {
  const accounts = new Set<string>()
  for (const shoot of inventory.failingShoots()) {
    const account = inventory.accountOfShoot(shoot)
    if (account !== null) accounts.add(accountKey(account))
  }
  let count = 0
  for (const account of accounts)
    for (const binding of inventory.bindingsOfAccount(account)) if (inventory.pools.get(binding) !== null) count++
  return count
}

/** Infrastructure errors on one account, which indicate a broken account or an exhausted quota. */
export interface AccountErrors {
  readonly account: Account
  /** One of its bindings, for a link. */
  readonly binding: BindingRef
  readonly codes: readonly ErrorCode[]
  /** Number of shoots with an error. */
  readonly shoots: number
}

/** Lists accounts with infrastructure errors, most shoots first. */
export function listAccountErrors({ inventory }: QueryContext): readonly AccountErrors[] {
  const found = new Map<string, { account: Account; shoots: Shoot[] }>()
  for (const shoot of inventory.failingShoots()) {
    const account = inventory.accountOfShoot(shoot)
    if (!account) continue
    const entry = found.get(accountKey(account)) ?? { account, shoots: [] }
    entry.shoots.push(shoot)
    found.set(accountKey(account), entry)
  }
  return Array.from(found, ([key, { account, shoots }]) => {
    const [first] = inventory.bindingsOfAccount(key)
    return first ? [{ account, binding: refOf(first), codes: countErrorCodes(shoots), shoots: shoots.length }] : []
  })
    .flat()
    .sort((a, b) => b.shoots - a.shoots || compareText(accountKey(a.account), accountKey(b.account)))
}

function refOf({ kind, namespace, name }: BindingRef): BindingRef {
  return { kind, namespace, name }
}
