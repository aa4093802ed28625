import { type Account, accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'
import { type ErrorCode, errorCodes } from '../bindings/error-codes.ts'
import type { QueryContext } from '../query-context.ts'

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
export function accountErrors({ inventory }: QueryContext): readonly AccountErrors[] {
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
    return first ? [{ account, binding: refOf(first), codes: errorCodes(shoots), shoots: shoots.length }] : []
  })
    .flat()
    .sort((a, b) => b.shoots - a.shoots || compareText(accountKey(a.account), accountKey(b.account)))
}

function refOf({ kind, namespace, name }: BindingRef): BindingRef {
  return { kind, namespace, name }
}
