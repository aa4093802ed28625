import { leaveTenantSlot, takeTenantSlot } from '#lib/store/slots/tenant-slot.ts'
import type { Store } from '#lib/store/store.ts'
import { arrive, findClaim, takeUp } from './arrival.ts'
import { decide, isTakenByOthers } from './decide.ts'
import { lookAtFacts } from './facts.ts'
import { holdsFence, leaveFence, takeFence } from './fence.ts'
import { LEASE_MS, type Ledger } from './ledger.ts'
import { activate, confirm, fail, giveBack, putDown, release } from './outcome.ts'
import { expected, interrupted, list, position, releasing, setCluster, waiting } from './queues.ts'

/** The ledger of claims in the database. */
export function storeLedger(store: Store): Ledger {
  const { db } = store
  return {
    arrive: (arrival, holder) => arrive(db, arrival, holder),
    get: id => findClaim(db, id),
    takeUp: (seen, holder) => takeUp(db, seen, holder),
    takeSlot: (key, holder) => takeTenantSlot(db, key, holder, LEASE_MS),
    leaveSlot: async slot => void (await leaveTenantSlot(db, slot)),
    decide: order => decide(store, order),
    look: question => lookAtFacts(db, question),
    isTakenByOthers: (pick, tenant) => isTakenByOthers(db, pick, tenant),
    confirm: (lease, epoch, slot) => confirm(db, lease, epoch, slot),
    fail: (lease, message) => fail(db, lease, message),
    putDown: lease => putDown(db, lease),
    interrupted: limit => interrupted(db, limit),
    releasing: limit => releasing(db, limit),
    waiting: (poolKey, limit) => waiting(db, poolKey, limit),
    position: claim => position(db, claim),
    expected: limit => expected(db, limit),
    list: filter => list(db, filter),
    activate: (ids, clusters) => activate(db, ids, clusters),
    setCluster: (id, cluster, names) => setCluster(db, id, cluster, names),
    giveBack: (id, holder, audit) => giveBack(db, id, holder, audit),
    release: (lease, message) => release(db, lease, message),
    fence: (account, holder) => takeFence(store, account, holder),
    holdsFence: fence => holdsFence(db, fence),
    leaveFence: fence => leaveFence(db, fence),
  }
}
