import type { Inventory } from './inventory.ts'

/** Whether a cluster runs on an account, or a claim expects one there: then it is free for nobody, whatever its labels say. */
export function isAccountInUse(
  inventory: Pick<Inventory, 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return inventory.shootCountOfAccount(account) + inventory.reservedCountOfAccount(account) > 0
}
