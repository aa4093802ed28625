import { MAX_COUNTED_RECORDS } from '#lib/hap/audit/target.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { Term } from '#lib/search/term.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import { type AuditOrder, countAudit, lastAuditSeq, pageAfter, searchAudit } from '#lib/store/audit/search.ts'
import type { Db } from '#lib/store/database/client.ts'
import { chosenFields } from '../export/chosen-fields.ts'
import type { Exported } from '../export/export-list.ts'
import { type ExportFormat, rowsFile } from '../export/rows-file.ts'
import { AUDIT_LIST } from './audit-list.ts'
import { auditOrder } from './list-audit.ts'

interface ExportRequest {
  readonly q: string
  /** As of the list it is the export of. */
  readonly upTo: bigint | null
  /** Default: newest first. */
  readonly sort?: string
  /** Columns of the list, `action,actor`; empty for every field of its rows. */
  readonly cols: string
  readonly format: ExportFormat
}

/** Actions that are read at once. */
const PART = 500

/**
 * The text of a file with all actions a search finds, part by part, or the sentence that says why there is none: a part of the log
 * must not pass for the whole. Throws StoreError, also while it is read.
 */
export async function exportAudit(db: Db, request: ExportRequest, now: number): Promise<Exported> {
  const { q, upTo, sort = '', cols, format } = request
  const { terms, errors } = parseSearch(q, AUDIT_LIST.fields)
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(cols, AUDIT_LIST.shows)
  if ('refused' in chosen) return chosen
  const search = { terms, now, upTo: upTo ?? (await lastAuditSeq(db)) }
  if ((await countAudit(db, search, MAX_COUNTED_RECORDS)) === MAX_COUNTED_RECORDS) {
    const most = MAX_COUNTED_RECORDS.toLocaleString('en')
    return {
      refused: `${most} actions or more are too many for one file. Narrow the time range, for example at:2026-11.`,
    }
  }
  return {
    parts: rowsFile(partsOf(db, search, auditOrder(sort)), { format, columns: AUDIT_LIST.columns, ...chosen, toJson }),
  }
}

interface Search {
  readonly terms: readonly Term[]
  readonly now: number
  readonly upTo: bigint
}

async function* partsOf(db: Db, search: Search, order: AuditOrder): AsyncGenerator<readonly AuditRecord[]> {
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
