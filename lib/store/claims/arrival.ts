import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, oneRecord } from './claim-row.ts'
import { type Arrival, LEASE_MS } from './ledger.ts'

/** From now to the end of a lease that begins now. */
export const LEASE = Prisma.sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`

export async function arrive(
  db: Db,
  arrival: Arrival,
  holder: string,
): Promise<{ readonly claim: ClaimRecord; readonly isNew: boolean }> {
  const { id, key, requestHash, request, cluster, actor, requestId } = arrival
  // A rival's row of the same key is not visible to the statement that lost against it: it is asked for again.
  for (;;) {
    const claim = oneRecord(
      await db.$queryRaw<ClaimRow[]>`
        INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, plan, cluster, status, holder, lease_until,
          token, attempts, actor, request_id, updated_at)
        VALUES (${id}, ${key}, ${requestHash}, ${JSON.stringify(request)}::jsonb, ${request.globalAccount}, ${request.plan},
          ${cluster}, 'pending', ${holder}, ${LEASE}, 1, 1, ${actor}, ${requestId}, clock_timestamp())
        ON CONFLICT (idempotency_key) DO NOTHING
        RETURNING ${COLUMNS}`,
    )
    if (claim) return { claim, isNew: true }
    const known = oneRecord(await db.$queryRaw<ClaimRow[]>`SELECT ${COLUMNS} FROM claim WHERE idempotency_key = ${key}`)
    if (known) return { claim: known, isNew: false }
  }
}

export async function findClaim(db: Db, id: string): Promise<ClaimRecord | null> {
  return oneRecord(await db.$queryRaw<ClaimRow[]>`SELECT ${COLUMNS} FROM claim WHERE id = ${id}`)
}

export async function takeUp(db: Db, { id, token }: ClaimRecord, holder: string): Promise<ClaimRecord | null> {
  return oneRecord(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET holder = ${holder}, lease_until = ${LEASE}, token = token + 1, attempts = attempts + 1,
        status = CASE WHEN status = 'failed' THEN 'pending' ELSE status END, updated_at = clock_timestamp()
      WHERE id = ${id} AND token = ${token} AND (holder IS NULL OR lease_until < clock_timestamp())
      RETURNING ${COLUMNS}`,
  )
}
