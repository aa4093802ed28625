import { aboutToTake, givenBackBy, openClaims } from '#lib/store/claims/account-claims.ts'
import {
  holdsFence,
  holdsTenantSlot,
  LEASE_MS,
  leaveFence,
  leaveTenantSlot,
  noteReturned,
  takeFence,
  takeTenantSlots,
} from '#lib/store/claims/leases.ts'
import type { Store } from '#lib/store/store.ts'
import type { AccountClaims } from './action-context.ts'

/**
 * Builds the view of an account's claims, fence and tenant slots in the database. `holder`
 * identifies this process in leases.
 */
export function accountClaims(store: Store, holder: string): AccountClaims {
  return {
    open: account => openClaims(store.db, account),
    givenBackBy: account => givenBackBy(store.db, account),
    async fence(account) {
      const lease = await takeFence(store, account, holder)
      if ('kind' in lease) return lease.kind
      return { account, holds: () => holdsFence(store.db, lease), leave: () => leaveFence(store.db, lease) }
    },
    async slot(key) {
      const [lease] = await takeTenantSlots(store.db, [{ key, holder }], LEASE_MS)
      if (!lease) return null
      return {
        holds: () => holdsTenantSlot(store.db, lease, LEASE_MS),
        leave: async () => void (await leaveTenantSlot(store.db, lease)),
        aboutToTake: account => aboutToTake(store.db, key, account),
        returns: returned => noteReturned(store.db, lease, returned),
      }
    },
  }
}
