import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { SlotLease } from '#lib/store/slots/tenant-slot.ts'
import { givingWay } from './adopted.ts'
import { LEASE } from './arrival.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, oneRecord } from './claim-row.ts'
import type { ClaimLease } from './ledger.ts'

/** The slot goes first, as in a decision: two statements that lock both never wait for each other. */
export async function confirm(
  db: Db,
  { id, token }: ClaimLease,
  epoch: number,
  slot: SlotLease | null,
): Promise<ClaimRecord | null> {
  return oneRecord(
    await db.$queryRaw<ClaimRow[]>`
      WITH freed AS MATERIALIZED (${leaving(slot)})
      UPDATE claim SET status = 'reserved', epoch = ${BigInt(epoch)}, holder = NULL, lease_until = NULL,
        reserved_at = clock_timestamp(), updated_at = clock_timestamp()
      WHERE id = ${id} AND token = ${token} AND status = 'intent' AND (SELECT count(*) FROM freed) >= 0
      RETURNING ${COLUMNS}`,
  )
}

function leaving(slot: SlotLease | null): Prisma.Sql {
  if (slot === null) return Prisma.sql`SELECT 1`
  const { tenant, hyperscalerType, euAccess } = slot.key
  return Prisma.sql`
    UPDATE tenant_slot SET holder = NULL, lease_until = NULL
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${slot.token} AND holder IS NOT NULL
    RETURNING 1`
}

export async function fail(db: Db, { id, token }: ClaimLease, message: string): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE claim SET status = 'failed', holder = NULL, lease_until = NULL, outcome = NULL, binding_kind = NULL,
      binding_namespace = NULL, binding_name = NULL, account = NULL, epoch = NULL, message = ${message},
      updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token} AND status IN ('pending', 'intent')`
  return changed === 1
}

export async function putDown(db: Db, { id, token }: ClaimLease): Promise<void> {
  await db.$executeRaw`
    UPDATE claim SET holder = NULL, lease_until = NULL, updated_at = clock_timestamp()
    WHERE id = ${id} AND token = ${token}`
}

export async function giveBack(db: Db, id: string, holder: string, audit: bigint): Promise<ClaimRecord | null> {
  return oneRecord(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET status = CASE WHEN status IN ('reserved', 'active') THEN 'releasing' ELSE 'released' END::"ClaimStatus",
        holder = CASE WHEN status IN ('reserved', 'active') THEN ${holder} END,
        lease_until = CASE WHEN status IN ('reserved', 'active') THEN ${LEASE} END,
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

export async function activate(db: Db, ids: readonly string[], clusters: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.$executeRaw`
    WITH way AS (${givingWay(clusters)} AND id <> ALL(${[...ids]}::text[]))
    UPDATE claim SET status = 'active', active_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ANY(${[...ids]}::text[]) AND status = 'reserved'`
}
