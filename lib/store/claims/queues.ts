import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { givingWay } from './adopted.ts'
import type { ClaimRecord } from './claim-record.ts'
import { type ClaimRow, COLUMNS, QUEUED, recordOf, STANDING } from './claim-row.ts'
import { forClusters } from './cluster-lock.ts'
import type { ClaimFilter, Naming } from './ledger.ts'

const UNHELD = Prisma.sql`(holder IS NULL OR lease_until < clock_timestamp())`

/** Who was taken up least often comes first: those that cannot be helped keep nobody else waiting. */
const LEAST_TRIED = Prisma.sql`token, ticket`
/** The first of each pool, then the second of each, and so on: one pool without accounts keeps no other waiting. */
const POOLS_IN_TURN = Prisma.sql`row_number() OVER (PARTITION BY pool_key ORDER BY ticket), ticket`

async function claimsWhere(
  db: Db,
  condition: Prisma.Sql,
  limit: number,
  order: Prisma.Sql,
  offset = 0,
): Promise<readonly ClaimRecord[]> {
  const rows = await db.$queryRaw<ClaimRow[]>`
    SELECT ${COLUMNS} FROM claim WHERE ${condition} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`
  return rows.map(recordOf)
}

export function interrupted(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return claimsWhere(db, Prisma.sql`status IN ('pending', 'intent') AND ${UNHELD}`, limit, LEAST_TRIED)
}

export function releasing(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return claimsWhere(db, Prisma.sql`status = 'releasing' AND ${UNHELD}`, limit, LEAST_TRIED)
}

export function waiting(
  db: Db,
  poolKey: string | null,
  limit: number,
  offset: number,
): Promise<readonly ClaimRecord[]> {
  const inPool = poolKey === null ? Prisma.empty : Prisma.sql`AND pool_key = ${poolKey}`
  return claimsWhere(db, Prisma.sql`${QUEUED} ${inPool}`, limit, POOLS_IN_TURN, offset)
}

export function expected(db: Db, limit: number): Promise<readonly ClaimRecord[]> {
  return claimsWhere(db, Prisma.sql`status = 'reserved' AND cluster IS NOT NULL`, limit, Prisma.sql`ticket`)
}

export async function position(db: Db, { poolKey, ticket }: ClaimRecord): Promise<number> {
  const [row] = await db.$queryRaw<{ ahead: number }[]>`
    SELECT count(*)::int AS ahead FROM claim WHERE pool_key = ${poolKey} AND ${QUEUED} AND ticket < ${ticket}`
  return (row?.ahead ?? 0) + 1
}

export async function list(
  db: Db,
  { tenant, poolKey, statuses, offset, limit }: ClaimFilter,
): Promise<{ readonly claims: readonly ClaimRecord[]; readonly total: number }> {
  const conditions = [
    ...(tenant === undefined ? [] : [Prisma.sql`tenant = ${tenant}`]),
    ...(poolKey === undefined ? [] : [Prisma.sql`pool_key = ${poolKey}`]),
    ...(statuses === undefined ? [] : [Prisma.sql`status = ANY(${[...statuses]}::text[]::"ClaimStatus"[])`]),
  ]
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}`
  const rows = await db.$queryRaw<ClaimRow[]>`
    SELECT ${COLUMNS} FROM claim ${where} ORDER BY ticket DESC OFFSET ${offset} LIMIT ${limit}`
  const [count] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM claim ${where}`
  return { claims: rows.map(recordOf), total: count?.total ?? 0 }
}

export function setCluster(
  store: Store,
  id: string,
  cluster: string,
  names: readonly string[],
  audit: bigint,
): Promise<Naming> {
  return forClusters(store, names, db => setClusterWith(db, id, cluster, names, audit))
}

async function setClusterWith(
  db: Db,
  id: string,
  cluster: string,
  names: readonly string[],
  audit: bigint,
): Promise<Naming> {
  const [row] = await db.$queryRaw<{ known: boolean; taken: boolean; done: boolean; gaveWay: string[] }[]>`
    WITH rivals AS (
      SELECT 1 FROM claim WHERE cluster = ANY(${[...names]}::text[]) AND status IN ${STANDING} AND id <> ${id} AND NOT adopted
    ),
    done AS (
      UPDATE claim SET cluster = ${cluster}, updated_at = clock_timestamp()
      WHERE id = ${id} AND status IN ${STANDING} AND NOT EXISTS (SELECT 1 FROM rivals)
      RETURNING id, tenant, account
    ),
    way AS (${givingWay(names, Prisma.sql`done`, audit)})
    SELECT EXISTS (SELECT 1 FROM claim WHERE id = ${id}) AS known, EXISTS (SELECT 1 FROM rivals) AS taken,
      EXISTS (SELECT 1 FROM done) AS done, ARRAY(SELECT id FROM way ORDER BY id) AS "gaveWay"`
  if (!row?.known) return 'missing'
  if (row.done) return { gaveWay: row.gaveWay }
  return row.taken ? 'taken' : 'over'
}
