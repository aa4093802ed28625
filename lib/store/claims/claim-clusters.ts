import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { ON_ACCOUNT, UNFINISHED } from './claim-row.ts'
import type { Activation, Naming } from './ledger.ts'

/** The claim of a cluster that has its account. */
export interface ClusterClaim {
  readonly id: string
  readonly status: 'intent' | 'reserved' | 'active' | 'releasing'
  /** Name or runtime id of its shoot; null until it is set. */
  readonly cluster: string | null
  readonly tenant: string
  /** Null for an adopted claim. */
  readonly plan: string | null
  readonly provider: string
  readonly region: string
  readonly poolKey: string | null
  readonly binding: BindingRef | null
  readonly account: string
  /** When it reached its status; RFC 3339. */
  readonly at: string
}

/** A claim and its present state; null when it has no account any more. */
interface ClaimUpdate {
  readonly id: string
  readonly claim: ClusterClaim | null
}

interface Row {
  readonly ticket: bigint
  readonly id: string
  readonly status: ClusterClaim['status']
  readonly stands: boolean
  readonly cluster: string | null
  readonly tenant: string
  readonly plan: string
  readonly provider: string
  readonly region: string
  readonly pool_key: string | null
  readonly kind: BindingRef['kind'] | null
  readonly namespace: string | null
  readonly name: string | null
  readonly account: string
  readonly at: Date
}

const PAGE = 500

/** The time of the database's clock, for `changedSince` of listClusterClaims. */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  if (!row) throw new Error('The database does not tell the time.')
  return row.now
}

/**
 * Claims that have their account, page by page; with `changedSince` every claim written since then,
 * in any status.
 */
export async function* listClusterClaims(db: Db, changedSince: Date | null): AsyncGenerator<readonly ClaimUpdate[]> {
  const wanted = changedSince === null ? Prisma.sql`status IN ${ON_ACCOUNT}` : Prisma.sql`updated_at > ${changedSince}`
  let after = -1n
  const once = oneCopy()
  for (;;) {
    const rows = await db.$queryRaw<Row[]>`
      SELECT ticket, id, status::text AS status, status IN ${ON_ACCOUNT} AND account IS NOT NULL AS stands, cluster, tenant,
        coalesce(request->>'plan', '') AS plan, coalesce(request->>'provider', '') AS provider,
        coalesce(request->>'hyperscalerRegion', '') AS region, pool_key, binding_kind AS kind,
        binding_namespace AS namespace, binding_name AS name, account,
        coalesce(active_at, reserved_at, intent_at, created_at) AS at
      FROM claim WHERE ${wanted} AND ticket > ${after} ORDER BY ticket LIMIT ${PAGE}`
    yield rows.map(row => ({ id: row.id, claim: row.stands ? claimOf(row, once) : null }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.ticket
  }
}

/** `once` shares one copy of a text that thousands of claims repeat. */
function claimOf({ kind, namespace, name, ...row }: Row, once: Once): ClusterClaim {
  return {
    id: row.id,
    status: once(row.status),
    cluster: row.cluster,
    tenant: once(row.tenant),
    plan: once(row.plan) || null,
    provider: once(row.provider),
    region: once(row.region),
    account: once(row.account),
    poolKey: once(row.pool_key),
    binding:
      kind === null || namespace === null || name === null
        ? null
        : { kind: once(kind), namespace: once(namespace), name: once(name) },
    at: row.at.toISOString(),
  }
}

type Once = <Text extends string | null>(text: Text) => Text

function oneCopy(): Once {
  const texts = new Map<unknown, unknown>()
  return text => {
    if (!texts.has(text)) texts.set(text, text)
    return texts.get(text) as typeof text
  }
}

/**
 * Runs work that assigns claims to clusters in a transaction that locks the names of the clusters,
 * so that it sees what earlier work committed. A unique index could not cover rows from before
 * there was one.
 */
export function withClusterLocks<Result>(
  store: Store,
  clusters: readonly string[],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (clusters.length === 0) return work(store.db)
  return store.transaction(
    async tx => {
      // Always in the same order, so that two transactions do not deadlock.
      await tx.$queryRaw`
        SELECT count(pg_advisory_xact_lock(key)) FROM (
          SELECT DISTINCT hashtextextended('claim for cluster ' || name, 0) AS key
          FROM unnest(${clusters}::text[]) AS name ORDER BY key
        ) AS wanted`
      return work(tx)
    },
    { isolation: 'read-committed' },
  )
}

export function setCluster(
  store: Store,
  id: string,
  cluster: string,
  names: readonly string[],
  audit: bigint,
): Promise<Naming> {
  return withClusterLocks(store, names, db => setClusterIn(db, id, cluster, names, audit))
}

async function setClusterIn(
  db: Db,
  id: string,
  cluster: string,
  names: readonly string[],
  audit: bigint,
): Promise<Naming> {
  const [row] = await db.$queryRaw<{ known: boolean; taken: boolean; done: boolean; gaveWay: string[] }[]>`
    WITH rivals AS (
      SELECT 1 FROM claim WHERE cluster = ANY(${[...names]}::text[]) AND status IN ${UNFINISHED} AND id <> ${id} AND NOT adopted
    ),
    done AS (
      UPDATE claim SET cluster = ${cluster}, updated_at = clock_timestamp()
      WHERE id = ${id} AND status IN ${UNFINISHED} AND NOT EXISTS (SELECT 1 FROM rivals)
      RETURNING id, tenant, account
    ),
    way AS (${endAdoptedSql(names, Prisma.sql`done`, audit)})
    SELECT EXISTS (SELECT 1 FROM claim WHERE id = ${id}) AS known, EXISTS (SELECT 1 FROM rivals) AS taken,
      EXISTS (SELECT 1 FROM done) AS done, ARRAY(SELECT id FROM way ORDER BY id) AS "gaveWay"`
  if (!row?.known) return 'missing'
  if (row.done) return { gaveWay: row.gaveWay }
  return row.taken ? 'cluster-taken' : 'over'
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
    way AS (${endAdoptedSql(clusters, Prisma.sql`seen`, audit)})
    SELECT (SELECT count(*)::int FROM seen) AS active, ARRAY(SELECT id FROM way ORDER BY id) AS "gaveWay"`
  return row ?? { active: 0, gaveWay: [] }
}

/**
 * SQL that ends adopted claims for clusters that other claims (`rows` with id, tenant and account)
 * name, so that each cluster counts once. Only on the same account, so that a wrong name takes no
 * cluster from its owner. `audit` is the intent.
 */
function endAdoptedSql(clusters: readonly string[], rows: Prisma.Sql, audit: bigint): Prisma.Sql {
  return Prisma.sql`
    UPDATE claim SET status = 'released', message = 'A claim of its own is for the cluster.', audit_seq = ${audit},
      token = claim.token + 1, released_at = clock_timestamp(), updated_at = clock_timestamp()
    FROM ${rows} AS own
    WHERE claim.cluster = ANY(${[...clusters]}::text[]) AND claim.adopted AND claim.status = 'active'
      AND claim.id <> own.id AND claim.tenant = own.tenant AND claim.account = own.account
    RETURNING claim.id`
}
