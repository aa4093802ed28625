import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { StoreBusyError } from '#lib/store/database/store-errors.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { onePerProcess } from '#lib/util/across-bundles.ts'
import { Limiter } from '#lib/util/concurrency.ts'
import { auditCondition, readsIntent, readsOutcome } from './condition.ts'
import { type AuditRecord, recordsOf } from './records.ts'

export interface AuditSearch {
  /** All of them must hold; none finds everything. */
  readonly terms: readonly Term[]
  /** Relative times such as `24h` count from it; in milliseconds since 1970. */
  readonly now: number
  /** Only actions after this entry. */
  readonly after?: bigint | undefined
  /** Only actions up to this entry, so that new entries do not move the pages. */
  readonly upTo?: bigint | undefined
  /** Only actions before this entry. */
  readonly before?: bigint | undefined
}

/** By the time of the intent. */
export type AuditOrder = 'oldest' | 'newest'

/** The search for the page after the action `last`; the first page without one. */
export function pageAfter(search: AuditSearch, last: bigint | undefined, order: AuditOrder): AuditSearch {
  return order === 'oldest' ? { ...search, after: last } : { ...search, before: last }
}

/** The newest `limit` actions of a search, or the oldest. Throws StoreError. */
export async function searchAudit(
  db: Db,
  search: AuditSearch,
  limit: number,
  order: AuditOrder = 'newest',
): Promise<readonly AuditRecord[]> {
  return (await findActions(db, search, { limit, most: limit }, order)).records
}

interface FoundActions {
  readonly records: readonly AuditRecord[]
  /** Number of matches. */
  readonly count: number
}

/**
 * The first `limit` actions of a search and the number of matches, counted up to `most` (at least
 * `limit`). Throws StoreError.
 */
export function findActions(
  db: Db,
  search: AuditSearch,
  { limit, most }: { readonly limit: number; readonly most: number },
  order: AuditOrder,
): Promise<FoundActions> {
  return limited(search, async () => {
    const { first, count } = await findNumbers(db, search, { limit, most }, order)
    const newestFirst = await recordsOf(db, first)
    return { records: order === 'oldest' ? newestFirst.toReversed() : newestFirst, count }
  })
}

/** Numbers of the first `limit` intents and the number of matches up to `most`. */
async function findNumbers(
  db: Db,
  search: AuditSearch,
  { limit, most }: { readonly limit: number; readonly most: number },
  order: AuditOrder,
): Promise<{ readonly first: readonly bigint[]; readonly count: number }> {
  const direction = order === 'oldest' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const seq = search.terms.some(readsIntent) ? Prisma.sql`e.seq` : Prisma.sql`s.intent_seq`
  // In one row: returning thousands of rows takes longer than finding them.
  const [found] = await db.$queryRaw<{ first: bigint[]; count: number }[]>`
      WITH found AS MATERIALIZED (
        SELECT ${seq} AS seq ${await source(db, search)} ORDER BY ${seq} ${direction} LIMIT ${most})
    SELECT ARRAY(SELECT seq FROM found ORDER BY seq ${direction} LIMIT ${limit}) AS first,
           (SELECT count(*)::int FROM found) AS count`
  return { first: found?.first ?? [], count: found?.count ?? 0 }
}

/** Number of actions that match a search, counted up to `most`. Throws StoreError. */
export function countAudit(db: Db, search: AuditSearch, most: number): Promise<number> {
  return limited(search, () => countActions(db, search, most))
}

async function countActions(db: Db, search: AuditSearch, most: number): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT 1 ${await source(db, search)} LIMIT ${most}) AS found`
  return found?.count ?? 0
}

/** Limits concurrent searches; without terms an index returns a page at once. */
function limited<Found>({ terms }: AuditSearch, search: () => Promise<Found>): Promise<Found> {
  return terms.length === 0 ? search() : withSearchSlot(search)
}

async function source(db: Db, search: AuditSearch): Promise<Prisma.Sql> {
  const { terms, now } = search
  // Every action has a status row: without terms the long rows of the log are not read.
  if (terms.length === 0) return Prisma.sql`FROM audit_status s WHERE ${bounded(Prisma.sql`s.intent_seq`, search)}`
  const outcome = Prisma.sql`LEFT JOIN audit_entry o ON o.seq = s.outcome_seq`
  if (!terms.some(readsIntent)) {
    const seq = Prisma.sql`s.intent_seq`
    return Prisma.sql`
      FROM audit_status s ${outcome} WHERE ${await auditCondition(db, terms, now)} AND ${bounded(seq, search)}`
  }
  const outcomes = terms.some(readsOutcome)
    ? Prisma.sql`JOIN audit_status s ON s.intent_seq = e.seq ${outcome}`
    : Prisma.empty
  return Prisma.sql`
      FROM audit_entry e ${outcomes}
     WHERE e.kind = 'intent' AND ${await auditCondition(db, terms, now)} AND ${bounded(Prisma.sql`e.seq`, search)}`
}

function bounded(seq: Prisma.Sql, { after, upTo, before }: AuditSearch): Prisma.Sql {
  const bounds = [
    Prisma.sql`TRUE`,
    ...(after === undefined ? [] : [Prisma.sql`${seq} > ${after}`]),
    ...(upTo === undefined ? [] : [Prisma.sql`${seq} <= ${upTo}`]),
    ...(before === undefined ? [] : [Prisma.sql`${seq} < ${before}`]),
  ]
  return Prisma.join(bounds, ' AND ')
}

/** The number of the last entry; 0 before the first one. */
export async function lastAuditSeq(db: Db): Promise<bigint> {
  return (await db.auditHead.findUnique({ where: { id: 1 }, select: { seq: true } }))?.seq ?? 0n
}

/** Concurrent searches: they may take long and must leave connections for other work. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 50

/** Runs `search` when a slot is free. Throws what it throws, and StoreBusyError when too many wait. */
export async function withSearchSlot<Found>(search: () => Promise<Found>): Promise<Found> {
  const turns = onePerProcess('audit-search-turns', () => new Limiter(MAX_CONCURRENT))
  if (turns.waiting >= MAX_WAITING)
    throw new StoreBusyError('Too many searches of the audit log at the moment. Try again shortly.')
  return turns.run(search)
}
