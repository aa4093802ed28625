import { permissionChange } from '#lib/hap/impact/multi-account-impact.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import type { QueryContext } from '../query-context.ts'
import { type Concerned, countAccounts } from './over-limit.ts'

/** Who of the inventory may own several accounts. */
export interface RightChanges {
  /** Global accounts of the inventory. */
  readonly known: number
  /** Of them those that may, before and after. */
  readonly before: number
  readonly after: number
  readonly gains: Concerned
  readonly loses: Concerned
}

/** Which global accounts of the inventory come onto the allowlist or leave it, with all they have. */
export function rightChanges({ inventory, rules }: QueryContext, allowed: readonly string[]): RightChanges {
  const before = rules.multiAccount.allowed
  const ids = [...inventory.globalAccounts()]
  const having = (list: readonly string[]) => ids.filter(id => isOnAllowlist(list, id)).length
  const changed = (change: 'gains' | 'loses'): Concerned => {
    const found = ids.filter(id => permissionChange(id, before, allowed) === change)
    return {
      globalAccounts: found.length,
      ...countAccounts(found.flatMap(id => inventory.bindingsOfTenant(id))),
      shoots: found.reduce((sum, id) => sum + inventory.shootsOfTenant(id).length, 0),
    }
  }
  return {
    known: ids.length,
    before: having(before),
    after: having(allowed),
    gains: changed('gains'),
    loses: changed('loses'),
  }
}
