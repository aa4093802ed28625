import { Batcher } from '#lib/store/batcher.ts'
import type { Db } from '#lib/store/database/client.ts'
import { saveRules } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { acquireClaim, findClaim, type NewClaim, recordArrivals, restartClaim } from './arrival.ts'
import { activate, setCluster } from './claim-clusters.ts'
import type { ClaimRecord } from './claim-record.ts'
import { CLAIM_COLUMNS, type ClaimRow, claimOfRow, firstClaim, WITHOUT_BINDING } from './claim-row.ts'
import { decide, decideAlone, isTakenByOthers } from './decide.ts'
import { previewFacts } from './facts.ts'
import {
  acquireFence,
  acquireTenantSlots,
  LEASE_END,
  LEASE_MS,
  releaseFence,
  releaseTenantSlot,
  renewFence,
  SLOT_ORDER,
  type SlotLease,
  slotColumns,
  type WantedSlot,
} from './leases.ts'
import { type ClaimLease, type DecisionOrder, HAD_NO_ACCOUNT, type Ledger, type QueueEnd } from './ledger.ts'
import { findPosition, listClaims, listExpected, listInterrupted, listReleasing, listWaiting } from './queues.ts'

/** The ledger in the database. Batches what many claims do at the same time. */
export function storeLedger(store: Store): Ledger {
  const { db } = store
  const arrivals = new Batcher((arriving: readonly NewClaim[]) => recordArrivals(store, arriving))
  const slots = new Batcher((wanted: readonly WantedSlot[]) => acquireTenantSlots(db, wanted, LEASE_MS))
  const decisions = new Batcher((orders: readonly DecisionOrder[]) => decide(store, orders))
  const confirmations = new Batcher((written: readonly Confirmation[]) => confirm(db, written))
  return {
    recordArrival: (arrival, holder) => arrivals.add({ arrival, holder }),
    get: id => findClaim(db, id),
    acquire: (seen, holder) => acquireClaim(db, seen, holder),
    restart: (seen, holder, names) => restartClaim(store, seen, holder, names),
    saveRules: (revision, texts) => saveRules(db, revision, texts),
    acquireSlot: (key, holder) => slots.add({ key, holder }),
    releaseSlot: async slot => void (await releaseTenantSlot(db, slot)),
    // Claims for a shared pool are decided one by one: each has to count the one before.
    decide: async order => (order.slot ? decisions.add(order) : decideAlone(store, order)),
    previewFacts: question => previewFacts(db, question),
    isTakenByOthers: (pick, tenant) => isTakenByOthers(db, pick, tenant),
    confirm: (lease, epoch, slot) => confirmations.add({ lease, epoch, slot }),
    fail: (lease, message) => fail(db, lease, message),
    requeue: (lease, message) => requeue(db, lease, message),
    releaseLease: (lease, message) => releaseLease(db, lease, message),
    listInterrupted: limit => listInterrupted(db, limit),
    listReleasing: limit => listReleasing(db, limit),
    listWaiting: (poolKey, limit, offset = 0) => listWaiting(db, poolKey, limit, offset),
    position: claim => findPosition(db, claim),
    listExpected: limit => listExpected(db, limit),
    list: filter => listClaims(db, filter),
    activate: (ids, clusters, audit) => activate(db, ids, clusters, audit),
    setCluster: (id, cluster, names, audit) => setCluster(store, id, cluster, names, audit),
    beginRelease: (id, holder, audit) => beginRelease(db, id, holder, audit),
    endWaiting: (id, end) => endWaiting(db, id, end),
    finishRelease: (lease, message) => finishRelease(db, lease, message),
    acquireFence: (account, holder) => acquireFence(store, account, holder, LEASE_MS),
    renewFence: fence => renewFence(db, fence, LEASE_MS),
    releaseFence: fence => releaseFence(db, fence),
  }
}

/** A written binding with its epoch, and the slot to release. */
interface Confirmation {
  readonly lease: ClaimLease
  readonly epoch: number
  readonly slot: SlotLease | null
}

/**
 * Confirms claims; null for each whose lease is lost. Locks slots before claims, as decisions do,
 * so that statements do not deadlock.
 */
async function confirm(db: Db, confirmations: readonly Confirmation[]): Promise<readonly (ClaimRecord | null)[]> {
  const columns = confirmations.map(({ lease, epoch, slot }) => ({
    id: lease.id,
    token: String(lease.token),
    epoch,
    ...(slot && { ...slotColumns(slot.key), slot_token: String(slot.token) }),
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
      ${SLOT_ORDER} FOR UPDATE OF slot
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
    RETURNING ${CLAIM_COLUMNS}`
  const confirmed = new Map(rows.map(row => [row.id, claimOfRow(row)]))
  return confirmations.map(({ lease: { id, token } }) => {
    const claim = confirmed.get(id)
    return claim?.token === token ? claim : null
  })
}

async function fail(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'failed', queued_at = NULL, ${WITHOUT_BINDING}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}
      AND (status IN ('pending', 'intent') OR (status = 'waiting' AND holder IS NOT NULL))`
  return changed === 1
}

/** Keeps ticket and position. Raises the token, so that late writes of the last attempt are refused. */
async function requeue(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'waiting', token = token + 1, ${WITHOUT_BINDING}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'intent' AND queued_at IS NOT NULL`
  return changed === 1
}

async function releaseLease(db: Db, { id, token }: ClaimLease, message?: string): Promise<void> {
  await db.$executeRaw`
    UPDATE claim SET holder = NULL, lease_until = NULL, message = coalesce(${message ?? null}, message),
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}`
}

async function beginRelease(db: Db, id: string, holder: string, audit: bigint): Promise<ClaimRecord | null> {
  return firstClaim(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = CASE WHEN status IN ('reserved', 'active') THEN 'releasing' ELSE 'released' END::"ClaimStatus",
        holder = CASE WHEN status IN ('reserved', 'active') THEN ${holder} END,
        lease_until = CASE WHEN status IN ('reserved', 'active') THEN ${LEASE_END} END,
        message = CASE WHEN status NOT IN ('reserved', 'active') THEN ${HAD_NO_ACCOUNT} END,
        token = token + 1, audit_seq = ${audit}, released_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = ${id} AND (status IN ('reserved', 'active')
        OR (status IN ('pending', 'waiting', 'failed') AND (holder IS NULL OR lease_until < clock_timestamp())))
      RETURNING ${CLAIM_COLUMNS}`,
  )
}

/** Raises the token, so that a decision in progress does not assign an account to the claim any more. */
async function endWaiting(db: Db, id: string, { cause, message, audit }: QueueEnd): Promise<ClaimRecord | null> {
  return firstClaim(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = 'released', cause = ${cause}, message = ${message}, holder = NULL, lease_until = NULL,
        token = token + 1, audit_seq = ${audit}, released_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = ${id} AND status = 'waiting'
      RETURNING ${CLAIM_COLUMNS}`,
  )
}

async function finishRelease(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'released', holder = NULL, lease_until = NULL, message = ${message},
      released_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'releasing'`
  return changed === 1
}
