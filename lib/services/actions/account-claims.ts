import { holdsFence, leaveFence, takeFence } from '#lib/store/claims/fence.ts'
import { givenBackBy, openClaims } from '#lib/store/claims/open-claims.ts'
import type { Store } from '#lib/store/store.ts'
import type { AccountClaims } from './action-context.ts'

/** What the database of claims knows of accounts; `holder` names this process in leases. */
export function accountClaims(store: Store, holder: string): AccountClaims {
  return {
    open: account => openClaims(store.db, account),
    givenBackBy: account => givenBackBy(store.db, account),
    async fence(account) {
      const lease = await takeFence(store, account, holder)
      if ('kind' in lease) return lease.kind
      return { account, holds: () => holdsFence(store.db, lease), leave: () => leaveFence(store.db, lease) }
    },
  }
}
