import { compareText } from '#lib/hap/compare-text.ts'
import type { Account } from '#lib/hap/pools/account.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { infrastructureErrors } from '#lib/hap/pools/shoot.ts'
import type { QueryContext } from '../query-context.ts'

/** Infrastructure errors of shoots on one account: they tell that the account is broken or full (Gardener). */
export interface AccountErrors {
  readonly account: Account
  /** One binding that refers to it, for a link. */
  readonly binding: BindingRef
  /** By what most report; a shoot may report several. */
  readonly codes: readonly { readonly code: string; readonly shoots: number }[]
  /** Shoots that report one. */
  readonly shoots: number
}

/** Accounts with shoots that report infrastructure errors, most shoots first. */
export function accountErrors({ inventory }: QueryContext): readonly AccountErrors[] {
  const found = new Map<string, { account: Account; codes: Map<string, number>; shoots: number }>()
  for (const shoot of inventory.failingShoots()) {
    const account = inventory.accountOfShoot(shoot)
    if (!account) continue
    const entry = found.get(accountKey(account)) ?? { account, codes: new Map(), shoots: 0 }
    for (const code of new Set(infrastructureErrors(shoot))) entry.codes.set(code, (entry.codes.get(code) ?? 0) + 1)
    entry.shoots++
    found.set(accountKey(account), entry)
  }
  return Array.from(found, ([key, { account, codes, shoots }]) => {
    const [first] = inventory.bindingsOfAccount(key)
    return first ? [{ account, binding: refOf(first), codes: byShoots(codes), shoots }] : []
  })
    .flat()
    .sort((a, b) => b.shoots - a.shoots || compareText(accountKey(a.account), accountKey(b.account)))
}

function byShoots(codes: ReadonlyMap<string, number>): AccountErrors['codes'] {
  return Array.from(codes, ([code, shoots]) => ({ code, shoots })).sort(
    (a, b) => b.shoots - a.shoots || compareText(a.code, b.code),
  )
}

function refOf({ kind, namespace, name }: BindingRef): BindingRef {
  return { kind, namespace, name }
}
