import { Together } from '#lib/store/batcher.ts'
import type { Db } from '#lib/store/database/client.ts'
import { keepRules } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { type Arriving, arrive, beginAnew, findClaim, takeUp } from './arrival.ts'
import { activate, setCluster } from './claim-clusters.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, EMPTY_HANDED, oneRecord, recordOf } from './claim-row.ts'
import { decide, decideAlone, isTakenByOthers } from './decide.ts'
import { lookAtFacts } from './facts.ts'
import {
  columnsOf,
  holdsFence,
  IN_ORDER,
  LEASE,
  LEASE_MS,
  leaveFence,
  leaveTenantSlot,
  type SlotLease,
  takeFence,
  takeTenantSlots,
  type WantedSlot,
} from './leases.ts'
import { type ClaimLease, type DecisionOrder, HAD_NO_ACCOUNT, type Ledger } from './ledger.ts'
import { expected, interrupted, list, position, releasing, waiting } from './queues.ts'

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

/** A claim whose binding was written with this epoch, and the slot that is left with it. */
interface Confirmation {
  readonly lease: ClaimLease
  readonly epoch: number
  readonly slot: SlotLease | null
}

/** Null for each whose lease is lost. The slots go first, as in a decision: statements that lock both never wait for each other. */
async function confirm(db: Db, confirmations: readonly Confirmation[]): Promise<readonly (ClaimRecord | null)[]> {
  const columns = confirmations.map(({ lease, epoch, slot }) => ({
    id: lease.id,
    token: String(lease.token),
    epoch,
    ...(slot && { ...columnsOf(slot.key), slot_token: String(slot.token) }),
  }))
  const rows = await db.$queryRaw<ClaimRow[]>`
    WITH done AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS done (id text, token bigint, epoch bigint,
        tenant text, hyperscaler_type text, eu_access boolean, slot_token bigint)
    ),
    held AS MATERIALIZED (
      SELECT tenant, hyperscaler_type, eu_access
      FROM tenant_slot AS slot JOIN done USING (tenant, hyperscaler_type, eu_access)
      WHERE slot.token = done.slot_token AND slot.holder IS NOT NULL
      ${IN_ORDER} FOR UPDATE OF slot
    ),
    freed AS (
      UPDATE tenant_slot AS slot SET holder = NULL, lease_until = NULL FROM held
      WHERE slot.tenant = held.tenant AND slot.hyperscaler_type = held.hyperscaler_type AND slot.eu_access = held.eu_access
      RETURNING 1
    ),
    mine AS MATERIALIZED (
      SELECT claim.id, done.epoch FROM claim JOIN done ON done.id = claim.id
      WHERE claim.token = done.token AND claim.status = 'intent' AND (SELECT count(*) FROM freed) >= 0
      ORDER BY claim.id FOR UPDATE OF claim
    )
    UPDATE claim SET status = 'reserved', epoch = mine.epoch, holder = NULL, lease_until = NULL,
      reserved_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM mine WHERE claim.id = mine.id
    RETURNING ${COLUMNS}`
  const confirmed = new Map(rows.map(row => [row.id, recordOf(row)]))
  return confirmations.map(({ lease: { id, token } }) => {
    const claim = confirmed.get(id)
    return claim?.token === token ? claim : null
  })
}

async function fail(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'failed', queued_at = NULL, ${EMPTY_HANDED}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}
      AND (status IN ('pending', 'intent') OR (status = 'waiting' AND holder IS NOT NULL))`
  return changed === 1
}

/** The ticket stays, and so does its place. The token is raised: what of its last attempt is late changes nothing any more. */
async function requeue(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'waiting', token = token + 1, ${EMPTY_HANDED}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'intent' AND queued_at IS NOT NULL`
  return changed === 1
}

async function putDown(db: Db, { id, token }: ClaimLease, message?: string): Promise<void> {
  await db.$executeRaw`
    UPDATE claim SET holder = NULL, lease_until = NULL, message = coalesce(${message ?? null}, message),
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}`
}

async function giveBack(db: Db, id: string, holder: string, audit: bigint): Promise<ClaimRecord | null> {
  return oneRecord(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = CASE WHEN status IN ('reserved', 'active') THEN 'releasing' ELSE 'released' END::"ClaimStatus",
        holder = CASE WHEN status IN ('reserved', 'active') THEN ${holder} END,
        lease_until = CASE WHEN status IN ('reserved', 'active') THEN ${LEASE} END,
        message = CASE WHEN status IN ('reserved', 'active') THEN message ELSE ${HAD_NO_ACCOUNT} END,
        token = token + 1, audit_seq = ${audit}, released_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = ${id} AND (status IN ('reserved', 'active')
        OR (status IN ('pending', 'waiting', 'failed') AND (holder IS NULL OR lease_until < clock_timestamp())))
      RETURNING ${COLUMNS}`,
  )
}

async function release(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'released', holder = NULL, lease_until = NULL, message = ${message},
      released_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'releasing'`
  return changed === 1
}
