import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import type { ClaimContext } from './claim-context.ts'

/** Whether clusters of a tenant are on an account that looks free, or claimed for it: then nobody else can get it. */
export function isOnlyFor(
  { inventory }: Pick<ClaimContext, 'inventory'>,
  { account }: Binding,
  tenant: string,
): boolean {
  const key = accountKey(account)
  const users = [
    ...inventory.shootsOfAccount(key).map(({ globalAccount }) => globalAccount),
    ...inventory.claimsOfAccount(key).map(claim => claim.tenant),
  ]
  return users.length > 0 && users.every(user => user === tenant)
}
