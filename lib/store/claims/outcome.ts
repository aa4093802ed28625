import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { columnsOf, IN_ORDER, type SlotLease } from '#lib/store/slots/tenant-slot.ts'
import { givingWay } from './adopted.ts'
import { LEASE } from './arrival.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, EMPTY_HANDED, oneRecord, recordOf } from './claim-row.ts'
import { type Activation, type ClaimLease, HAD_NO_ACCOUNT } from './ledger.ts'

/** A claim whose binding was written with this epoch, and the slot that is left with it. */
export interface Confirmation {
  readonly lease: ClaimLease
  readonly epoch: number
  readonly slot: SlotLease | null
}

/** Null for each whose lease is lost. The slots go first, as in a decision: statements that lock both never wait for each other. */
export async function confirm(
  db: Db,
  confirmations: readonly Confirmation[],
): Promise<readonly (ClaimRecord | null)[]> {
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

export async function fail(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'failed', queued_at = NULL, ${EMPTY_HANDED}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}
      AND (status IN ('pending', 'intent') OR (status = 'waiting' AND holder IS NOT NULL))`
  return changed === 1
}

/** The ticket stays, and so does its place. The token is raised: what of its last attempt is late changes nothing any more. */
export async function requeue(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'waiting', token = token + 1, ${EMPTY_HANDED}, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'intent' AND queued_at IS NOT NULL`
  return changed === 1
}

export async function putDown(db: Db, { id, token }: ClaimLease, message?: string): Promise<void> {
  await db.$executeRaw`
    UPDATE claim SET holder = NULL, lease_until = NULL, message = coalesce(${message ?? null}, message),
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}`
}

export async function giveBack(db: Db, id: string, holder: string, audit: bigint): Promise<ClaimRecord | null> {
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

export async function release(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'released', holder = NULL, lease_until = NULL, message = ${message},
      released_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status = 'releasing'`
  return changed === 1
}

export async function activate(
  db: Db,
  ids: readonly string[],
  clusters: readonly string[],
  audit: bigint,
): Promise<Activation> {
  const [row] = await db.$queryRaw<Activation[]>`
    WITH seen AS (
      UPDATE claim SET status = 'active', active_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = ANY(${[...ids]}::text[]) AND status = 'reserved'
      RETURNING id, tenant, account
    ),
    way AS (${givingWay(clusters, Prisma.sql`seen`, audit)})
    SELECT (SELECT count(*)::int FROM seen) AS active, ARRAY(SELECT id FROM way ORDER BY id) AS "gaveWay"`
  return row ?? { active: 0, gaveWay: [] }
}
