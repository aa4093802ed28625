import { leaveTenantSlot, takeTenantSlots, type WantedSlot } from '#lib/store/slots/tenant-slot.ts'
import type { Store } from '#lib/store/store.ts'
import { Together } from '#lib/store/together.ts'
import { type Arriving, arrive, beginAnew, findClaim, takeUp } from './arrival.ts'
import { decide, decideAlone } from './decide.ts'
import { lookAtFacts } from './facts.ts'
import { holdsFence, leaveFence, takeFence } from './fence.ts'
import { type DecisionOrder, LEASE_MS, type Ledger } from './ledger.ts'
import { activate, type Confirmation, confirm, fail, giveBack, putDown, release, requeue } from './outcome.ts'
import { expected, interrupted, list, position, releasing, setCluster, waiting } from './queues.ts'
import { isTakenByOthers } from './reserve.ts'
import { keepRules } from './rules-revision.ts'

/** The ledger of claims in the database. What many claims do at once goes there together. */
export function storeLedger(store: Store): Ledger {
  const { db } = store
  const arrivals = new Together((arriving: readonly Arriving[]) => arrive(store, arriving))
  const slots = new Together((wanted: readonly WantedSlot[]) => takeTenantSlots(db, wanted, LEASE_MS))
  const decisions = new Together((orders: readonly DecisionOrder[]) => decide(store, orders))
  const confirmations = new Together((written: readonly Confirmation[]) => confirm(db, written))
  return {
    arrive: (arrival, holder) => arrivals.add({ arrival, holder }),
    get: id => findClaim(db, id),
    takeUp: (seen, holder) => takeUp(db, seen, holder),
    beginAnew: (seen, holder, names) => beginAnew(store, seen, holder, names),
    keepRules: (revision, texts) => keepRules(db, revision, texts),
    takeSlot: (key, holder) => slots.add({ key, holder }),
    leaveSlot: async slot => void (await leaveTenantSlot(db, slot)),
    // A pool is locked for each claim of its own: the next one has to count it.
    decide: async order => (order.slot ? decisions.add(order) : decideAlone(store, order)),
    look: question => lookAtFacts(db, question),
    isTakenByOthers: (pick, tenant) => isTakenByOthers(db, pick, tenant),
    confirm: (lease, epoch, slot) => confirmations.add({ lease, epoch, slot }),
    fail: (lease, message) => fail(db, lease, message),
    requeue: (lease, message) => requeue(db, lease, message),
    putDown: (lease, message) => putDown(db, lease, message),
    interrupted: limit => interrupted(db, limit),
    releasing: limit => releasing(db, limit),
    waiting: (poolKey, limit, offset = 0) => waiting(db, poolKey, limit, offset),
    position: claim => position(db, claim),
    expected: limit => expected(db, limit),
    list: filter => list(db, filter),
    activate: (ids, clusters, audit) => activate(db, ids, clusters, audit),
    setCluster: (id, cluster, names, audit) => setCluster(store, id, cluster, names, audit),
    giveBack: (id, holder, audit) => giveBack(db, id, holder, audit),
    release: (lease, message) => release(db, lease, message),
    fence: (account, holder) => takeFence(store, account, holder),
    holdsFence: fence => holdsFence(db, fence),
    leaveFence: fence => leaveFence(db, fence),
  }
}
