import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, oneRecord, recordOf } from './claim-row.ts'
import { type Arrival, LEASE_MS } from './ledger.ts'

/** From now to the end of a lease that begins now. */
export const LEASE = Prisma.sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`

/** A new claim, and who is to work on it. */
export interface Arriving {
  readonly arrival: Arrival
  readonly holder: string
}

export interface Arrived {
  readonly claim: ClaimRecord
  readonly isNew: boolean
}

export async function arrive(db: Db, arriving: readonly Arriving[]): Promise<readonly Arrived[]> {
  const known = new Map<string, ClaimRecord>()
  const written = new Set<string>()
  // A rival's row of the same key is not visible to the statement that lost against it: it is asked for again.
  for (let missing = arriving; missing.length > 0; missing = arriving.filter(each => !known.has(each.arrival.key))) {
    for (const claim of await insert(db, missing)) {
      known.set(claim.key, claim)
      written.add(claim.id)
    }
    const others = missing.map(({ arrival }) => arrival.key).filter(key => !known.has(key))
    if (others.length === 0) break
    const rows = await db.$queryRaw<
      ClaimRow[]
    >`SELECT ${COLUMNS} FROM claim WHERE idempotency_key = ANY(${others}::text[])`
    for (const claim of rows.map(recordOf)) known.set(claim.key, claim)
  }
  return arriving.map(({ arrival }) => {
    const claim = known.get(arrival.key)
    if (!claim) throw new Error(`The claim of the key ${arrival.key} was not found.`)
    return { claim, isNew: written.has(arrival.id) }
  })
}

/** Returns those whose key is new. In the order of their keys: two statements with the same keys never wait for each other. */
async function insert(db: Db, arriving: readonly Arriving[]): Promise<readonly ClaimRecord[]> {
  const columns = arriving.map(({ arrival: { id, key, request, cluster, actor, ...arrival }, holder }) => ({
    id,
    key,
    request,
    cluster,
    actor,
    request_hash: arrival.requestHash,
    request_id: arrival.requestId,
    tenant: request.globalAccount,
    plan: request.plan,
    holder,
  }))
  const rows = await db.$queryRaw<ClaimRow[]>`
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, plan, cluster, status, holder, lease_until,
      token, attempts, actor, request_id, updated_at)
    SELECT id, key, request_hash, request, tenant, plan, cluster, 'pending', holder, ${LEASE}, 1, 1, actor, request_id,
      clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS arrival (id text, key text, request_hash text,
      request jsonb, tenant text, plan text, cluster text, holder text, actor text, request_id text)
    ORDER BY key
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING ${COLUMNS}`
  return rows.map(recordOf)
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
