import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { withClusterLocks } from './claim-clusters.ts'
import type { ClaimRecord } from './claim-record.ts'
import { CLAIM_COLUMNS, type ClaimRow, claimOfRow, firstClaim, UNFINISHED } from './claim-row.ts'
import { LEASE_END } from './leases.ts'
import type { Arrival } from './ledger.ts'

/** A claim to insert and the first holder of its lease. */
export interface NewClaim {
  readonly arrival: Arrival
  readonly holder: string
}

interface RecordedClaim {
  readonly claim: ClaimRecord
  readonly isNew: boolean
}

/** Inserts claims in one transaction. Null for each whose cluster another claim is for. */
export function recordArrivals(
  store: Store,
  arriving: readonly NewClaim[],
): Promise<readonly (RecordedClaim | null)[]> {
  const clusters = arriving.flatMap(({ arrival: { names } }) => names)
  return withClusterLocks(store, clusters, db => recordArrivalsIn(db, arriving))
}

async function recordArrivalsIn(db: Db, arriving: readonly NewClaim[]): Promise<readonly (RecordedClaim | null)[]> {
  const known = new Map<string, ClaimRecord>()
  const written = new Set<string>()
  const refused = new Set<string>()
  const isOpen = ({ arrival: { key } }: NewClaim) => !known.has(key) && !refused.has(key)
  // The statement does not see a row of the same key that a concurrent one inserted: the loop
  // selects it.
  for (let missing = arriving; missing.length > 0; missing = arriving.filter(isOpen)) {
    const some = onePerCluster(missing)
    for (const claim of await insertClaims(db, some)) {
      known.set(claim.key, claim)
      written.add(claim.id)
    }
    const others = some.filter(isOpen)
    if (others.length === 0) continue
    for (const claim of await findByKey(db, others)) known.set(claim.key, claim)
    for (const key of await findTakenClusters(db, others.filter(isOpen))) refused.add(key)
  }
  return arriving.map(({ arrival }) => {
    const claim = known.get(arrival.key)
    return claim ? { claim, isNew: written.has(arrival.id) } : null
  })
}

/** The first claim for each cluster: one statement does not see its own rows. */
function onePerCluster(arriving: readonly NewClaim[]): readonly NewClaim[] {
  const clusters = new Set<string>()
  return arriving.filter(({ arrival: { names } }) => {
    const isFirst = !names.some(name => clusters.has(name))
    for (const name of names) clusters.add(name)
    return isFirst
  })
}

async function findByKey(db: Db, arriving: readonly NewClaim[]): Promise<readonly ClaimRecord[]> {
  const keys = arriving.map(({ arrival }) => arrival.key)
  const rows = await db.$queryRaw<
    ClaimRow[]
  >`SELECT ${CLAIM_COLUMNS} FROM claim WHERE idempotency_key = ANY(${keys}::text[])`
  return rows.map(claimOfRow)
}

/** Keys of the claims whose cluster another claim is for. */
async function findTakenClusters(db: Db, arriving: readonly NewClaim[]): Promise<readonly string[]> {
  const clusters = arriving.flatMap(({ arrival: { names } }) => names)
  if (clusters.length === 0) return []
  const rows = await db.$queryRaw<{ cluster: string }[]>`
    SELECT DISTINCT cluster FROM claim WHERE cluster = ANY(${clusters}::text[]) AND status IN ${UNFINISHED} AND NOT adopted`
  const taken = new Set(rows.map(({ cluster }) => cluster))
  return arriving.flatMap(({ arrival: { key, names } }) => (names.some(name => taken.has(name)) ? [key] : []))
}

/**
 * Inserts claims with a new key and a free cluster, and returns them. Ordered by key, so that two
 * statements do not deadlock.
 */
async function insertClaims(db: Db, arriving: readonly NewClaim[]): Promise<readonly ClaimRecord[]> {
  const columns = arriving.map(({ arrival: { id, key, request, cluster, names, actor, ...arrival }, holder }) => ({
    id,
    key,
    request,
    cluster,
    names,
    actor,
    request_hash: arrival.requestHash,
    on_exhausted: arrival.terms?.onExhausted === 'fail' ? 'fail' : null,
    deadline: arrival.terms?.deadline == null ? null : new Date(arrival.terms.deadline).toISOString(),
    request_id: arrival.requestId,
    tenant: request.globalAccount,
    plan: request.plan,
    holder,
  }))
  const rows = await db.$queryRaw<ClaimRow[]>`
    INSERT INTO claim (id, idempotency_key, request_hash, request, tenant, plan, cluster, status, holder, lease_until,
      token, attempts, actor, request_id, on_exhausted, deadline, updated_at)
    SELECT id, key, request_hash, request, tenant, plan, cluster, 'pending', holder, ${LEASE_END}, 1, 1, actor, request_id,
      on_exhausted, deadline, clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) AS arrival (id text, key text, request_hash text,
      request jsonb, tenant text, plan text, cluster text, names text[], holder text, actor text, request_id text,
      on_exhausted text, deadline timestamptz)
    WHERE NOT EXISTS (
      SELECT 1 FROM claim WHERE claim.cluster = ANY(arrival.names) AND claim.status IN ${UNFINISHED} AND NOT claim.adopted
        AND claim.idempotency_key <> arrival.key
    )
    ORDER BY key
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING ${CLAIM_COLUMNS}`
  return rows.map(claimOfRow)
}

export async function findClaim(db: Db, id: string): Promise<ClaimRecord | null> {
  return firstClaim(await db.$queryRaw<ClaimRow[]>`SELECT ${CLAIM_COLUMNS} FROM claim WHERE id = ${id}`)
}

export async function acquireClaim(db: Db, seen: ClaimRecord, holder: string): Promise<ClaimRecord | null> {
  return acquireWhere(db, seen, holder, Prisma.sql`status <> 'failed'`)
}

export function restartClaim(
  store: Store,
  seen: ClaimRecord,
  holder: string,
  names: readonly string[],
): Promise<ClaimRecord | 'cluster-taken' | null> {
  // A failed claim keeps its cluster.
  return withClusterLocks(store, names, async db => {
    const rivals = Prisma.sql`SELECT 1 FROM claim AS other
      WHERE other.cluster = ANY(${names}::text[]) AND other.status IN ${UNFINISHED} AND other.id <> ${seen.id} AND NOT other.adopted`
    const begun = await acquireWhere(db, seen, holder, Prisma.sql`status = 'failed' AND NOT EXISTS (${rivals})`)
    if (begun) return begun
    return (await db.$queryRaw<unknown[]>`${rivals} LIMIT 1`).length > 0 ? 'cluster-taken' : null
  })
}

/** A failed claim lost its position and joins the end of the queue. */
const NEXT_TICKET = Prisma.sql`nextval(pg_get_serial_sequence('claim', 'ticket'))`

async function acquireWhere(
  db: Db,
  { id, token }: ClaimRecord,
  holder: string,
  condition: Prisma.Sql,
): Promise<ClaimRecord | null> {
  return firstClaim(
    await db.$queryRaw<ClaimRow[]>`
      UPDATE claim SET holder = ${holder}, lease_until = ${LEASE_END}, token = token + 1, attempts = attempts + 1,
        status = CASE WHEN status = 'failed' THEN 'pending' ELSE status END,
        ticket = CASE WHEN status = 'failed' THEN ${NEXT_TICKET} ELSE ticket END, updated_at = clock_timestamp()
      WHERE id = ${id} AND token = ${token} AND (holder IS NULL OR lease_until < clock_timestamp()) AND ${condition}
      RETURNING ${CLAIM_COLUMNS}`,
  )
}
