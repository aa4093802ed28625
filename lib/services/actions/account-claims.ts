import { OPEN_STATUSES } from '#lib/store/claims/claim-record.ts'
import { holdsFence, leaveFence, takeFence } from '#lib/store/claims/fence.ts'
import type { Store } from '#lib/store/store.ts'
import type { AccountClaims } from './action-context.ts'

/** What the database of claims knows of accounts; `holder` names this process in leases. */
export function accountClaims(store: Store, holder: string): AccountClaims {
  return {
    open: account =>
      store.db.claim.findMany({
        where: { account, status: { in: [...OPEN_STATUSES] } },
        select: { id: true, cluster: true },
        orderBy: { ticket: 'asc' },
      }),
    async fence(account) {
      const lease = await takeFence(store, account, holder)
      if ('kind' in lease) return null
      return { account, holds: () => holdsFence(store.db, lease), leave: () => leaveFence(store.db, lease) }
    },
  }
}
