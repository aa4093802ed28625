import { setTimeout as sleep } from 'node:timers/promises'
import { onePerProcess } from '#lib/across-bundles.ts'
import type { AccountClaims } from './action-context.ts'

/** Checks of this process that keep the fence of an account after their action has answered, by account. */
const CHECKS = onePerProcess('open-checks', () => new Map<string, Promise<unknown>>())

/** A list of a very large landscape takes this long. */
const MAX_WAIT_MS = 20_000

/** Notes a check of an account that has answered, until it ends. */
export function noteOpenCheck(account: string, check: Promise<unknown>): void {
  const all = Promise.allSettled([CHECKS.get(account), check]).then(() => {
    if (CHECKS.get(account) === all) CHECKS.delete(account)
  })
  CHECKS.set(account, all)
}

/** Takes the fence of an account. Where only the check of an action before still has it, that is waited for. */
export async function takeFence(
  claims: Pick<AccountClaims, 'fence'>,
  account: string,
): Promise<Awaited<ReturnType<AccountClaims['fence']>>> {
  const fence = await claims.fence(account)
  const check = CHECKS.get(account)
  if (fence !== 'busy' || check === undefined) return fence
  await Promise.race([check, sleep(MAX_WAIT_MS, undefined, { ref: false })])
  return claims.fence(account)
}
