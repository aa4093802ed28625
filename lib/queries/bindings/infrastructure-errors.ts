import { type Account, accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import { infrastructureErrors, type Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { QueryContext } from '../query-context.ts'

/** An infrastructure error, and how many shoots report it. */
interface ErrorCode {
  readonly code: string
  readonly shoots: number
}

/** The infrastructure errors of some shoots, by what most report; a shoot may report several. */
export function countErrorCodes(shoots: Iterable<Pick<Shoot, 'errorCodes'>>): readonly ErrorCode[] {
  const counts = new Map<string, number>()
  for (const shoot of shoots)
    for (const code of new Set(infrastructureErrors(shoot))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return Array.from(counts, ([code, shoots]) => ({ code, shoots })).sort(
    (a, b) => b.shoots - a.shoots || compareText(a.code, b.code),
  )
}

/** How many bindings the search ON_FAILING_ACCOUNTS finds. Counted without searching, since every look at the list of shoots asks. */
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

/** Infrastructure errors of shoots on one account: they tell that the account is broken or full (Gardener). */
export interface AccountErrors {
  readonly account: Account
  /** One binding that refers to it, for a link. */
  readonly binding: BindingRef
  readonly codes: readonly ErrorCode[]
  /** Shoots that report one. */
  readonly shoots: number
}

/** Accounts with shoots that report infrastructure errors, most shoots first. */
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
