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
 * identifies this process in leases, which last `leaseMs` without renewal.
 */
export function accountClaims(store: Store, holder: string, leaseMs = LEASE_MS): AccountClaims {
  return {
    open: account => listOpenClaims(store.db, account),
    releasedBy: account => listReleasingTenants(store.db, account),
    async fence(account) {
      const lease = await acquireFence(store, account, holder, leaseMs)
      if ('kind' in lease) return lease.kind
      return {
        account,
        leaseMs,
        holds: () => renewFence(store.db, lease, leaseMs),
        leave: () => releaseFence(store.db, lease),
      }
    },
    async slot(key) {
      const [lease] = await acquireTenantSlots(store.db, [{ key, holder }], leaseMs)
      if (!lease) return null
      return {
        leaseMs,
        holds: () => renewTenantSlot(store.db, lease, leaseMs),
        leave: async () => void (await releaseTenantSlot(store.db, lease)),
        aboutToTake: account => findIntendedBinding(store.db, key, account),
        returns: returned => recordReturn(store.db, lease, returned),
      }
    },
  }
}
