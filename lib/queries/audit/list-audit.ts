import { MAX_COUNTED_HITS, MAX_COUNTED_RECORDS } from '#lib/hap/audit/target.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import {
  type AuditOrder,
  countAudit,
  findActions,
  lastAuditSeq,
  pageAfter,
  searchAudit,
} from '#lib/store/audit/search.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Exported } from '../lists/export-list.ts'
import { type ExportFormat, formatRows, resolveColumns } from '../lists/rows-file.ts'
import { AUDIT_LIST, type AuditRow } from './audit-list.ts'

interface AuditRequest {
  readonly q: string
  /**
   * End of the log when the list was opened; null = the current end. Later entries do not shift the
   * pages.
   */
  readonly upTo: bigint | null
  /** Last action of the previous page; null = the first page. */
  readonly before: bigint | null
  readonly limit: number
  /** Default: newest first. */
  readonly sort?: string
}

/** A page of the audit log. */
export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Value of `before` for the next page; null on the last page. */
  readonly next: string | null
  readonly upTo: string
  /**
   * Number of hits and of all actions, capped at MAX_COUNTED_HITS and MAX_COUNTED_RECORDS. Null
   * except on the first page.
   */
  readonly hits: number | null
  readonly of: number | null
  /** Problems of the search; it then has no hits. */
  readonly errors: readonly SearchError[]
}

/** Lists a page of actions. Throws StoreError. */
export async function listActions(db: Db, request: AuditRequest, now: number): Promise<AuditPage> {
  const { q, before, limit, sort = '' } = request
  const order = auditOrder(sort)
  const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
  const upTo = request.upTo ?? (await lastAuditSeq(db))
  const search = { terms, now, upTo }
  const first = before === null
  const of = first ? await countAudit(db, { terms: [], now, upTo }, MAX_COUNTED_RECORDS) : null
  if (errors.length > 0) return { rows: [], next: null, upTo: String(upTo), hits: first ? 0 : null, of, errors }
  const counts = first && terms.length > 0
  const asked = { limit, most: counts ? Math.max(MAX_COUNTED_HITS, limit + 1) : limit + 1 }
  const { records, count } = await findActions(db, pageAfter(search, before ?? undefined, order), asked, order)
  const rows = records.map(AUDIT_LIST.toRow)
  const next = count > limit ? (rows.at(-1)?.seq ?? null) : null
  return { rows, next, upTo: String(upTo), hits: counts ? count : of, of, errors }
}

const RECENT = 8

/** Lists the newest actions. Throws StoreError. */
export async function listRecentActions(db: Db, now: number): Promise<readonly AuditRow[]> {
  return (await searchAudit(db, { terms: [], now }, RECENT)).map(AUDIT_LIST.toRow)
}

/** Changes of the log since a list was opened. */
export interface AuditNews {
  /** Current end of the log. */
  readonly end: string
  /** New actions that match the search. */
  readonly newer: number
  /** Actions of the whole log with an unknown outcome. */
  readonly unknown: number
}

/** Counting stops here. */
const MAX_NEWS = 1_000

/** Counts new actions and unknown outcomes. Throws StoreError. */
export async function countAuditNews(db: Db, q: string, after: bigint, now: number): Promise<AuditNews> {
  const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
  const [end, unknown] = await Promise.all([lastAuditSeq(db), db.auditStatus.count({ where: { outcome: 'unknown' } })])
  const nothing = end <= after || errors.length > 0
  const newer = nothing ? 0 : await countAudit(db, { terms, now, after }, MAX_NEWS)
  return { end: String(end), newer, unknown }
}

/** Returns the order for a `sort` parameter, `at` or `-at`; newest first for any other value. */
function auditOrder(sort: string): AuditOrder {
  return sort === 'at' ? 'oldest' : 'newest'
}

interface ExportRequest {
  readonly q: string
  /** End of the list that is exported. */
  readonly upTo: bigint | null
  /** Default: newest first. */
  readonly sort?: string
  /** Columns of the list, `action,actor`; empty for all fields of its rows. */
  readonly cols: string
  readonly format: ExportFormat
}

/** Actions that one query reads. */
const PART = 500

/**
 * Generates a file with all hits in parts, or refuses: a file must contain the complete result.
 * Throws StoreError, also while the parts are read.
 */
export async function exportAudit(db: Db, request: ExportRequest, now: number): Promise<Exported> {
  const { q, upTo, sort = '', cols, format } = request
  const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = resolveColumns(cols, AUDIT_LIST.shows)
  if ('refused' in chosen) return chosen
  const search = { terms, now, upTo: upTo ?? (await lastAuditSeq(db)) }
  if ((await countAudit(db, search, MAX_COUNTED_RECORDS)) === MAX_COUNTED_RECORDS) {
    const max = MAX_COUNTED_RECORDS.toLocaleString('en')
    return {
      refused: `${max} actions or more are too many for one file. Narrow the time range, for example at:2026-11.`,
    }
  }
  return {
    parts: formatRows(readParts(db, search, auditOrder(sort)), {
      format,
      columns: AUDIT_LIST.columns,
      ...chosen,
      toJson,
    }),
  }
}

interface Search {
  readonly terms: readonly Term[]
  readonly now: number
  readonly upTo: bigint
}

async function* readParts(db: Db, search: Search, order: AuditOrder): AsyncGenerator<readonly AuditRecord[]> {
  let last: bigint | undefined
  for (;;) {
    const records = await searchAudit(db, pageAfter(search, last, order), PART, order)
    if (records.length > 0) yield records
    last = records.at(-1)?.seq
    if (records.length < PART) return
  }
}

function toJson({ seq, outcomeSeq, ...rest }: AuditRecord): object {
  return { seq: String(seq), outcomeSeq: outcomeSeq === null ? null : String(outcomeSeq), ...rest }
}
