import { findIntendedBinding, listOpenClaims, listReleasingTenants } from '#lib/store/claims/account-claims.ts'
import {
  acquireFence,
  acquireTenantSlots,
  LEASE_MS,
  recordReturn,
  releaseFence,
  releaseTenantSlot,
  renewFence,
  renewTenantSlot,
} from '#lib/store/claims/leases.ts'
import type { Store } from '#lib/store/store.ts'
import type { AccountClaims } from './action-context.ts'

/**
 * Builds the view of an account's claims, fence and tenant slots in the database. `holder`
 * identifies this process in leases.
 */
export function accountClaims(store: Store, holder: string): AccountClaims {
  return {
    open: account => listOpenClaims(store.db, account),
    releasedBy: account => listReleasingTenants(store.db, account),
    async fence(account) {
      const lease = await acquireFence(store, account, holder)
      if ('kind' in lease) return lease.kind
      return { account, holds: () => renewFence(store.db, lease), leave: () => releaseFence(store.db, lease) }
    },
    async slot(key) {
      const [lease] = await acquireTenantSlots(store.db, [{ key, holder }], LEASE_MS)
      if (!lease) return null
      return {
        holds: () => renewTenantSlot(store.db, lease, LEASE_MS),
        leave: async () => void (await releaseTenantSlot(store.db, lease)),
        aboutToTake: account => findIntendedBinding(store.db, key, account),
        returns: returned => recordReturn(store.db, lease, returned),
      }
    },
  }
}
