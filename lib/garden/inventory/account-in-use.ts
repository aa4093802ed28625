import { isUnused } from '#lib/hap/selection/search.ts'
import { accountBindings } from './account-bindings.ts'
import type { Inventory } from './inventory.ts'

/** Whether a cluster runs on an account, or a claim expects one there: then it is free for nobody, whatever its labels say. */
function isAccountInUse(
  inventory: Pick<Inventory, 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return inventory.shootCountOfAccount(account) + inventory.reservedCountOfAccount(account) > 0
}

/** Whether somebody new can get an account by a free binding: no cluster is on it or expected there, and no other binding of it is in use. */
export function isIdle(
  inventory: Pick<Inventory, 'pools' | 'bindingsOfAccount' | 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return !isAccountInUse(inventory, account) && isUnused(accountBindings(inventory, account))
}
