import { MOST_COUNTED } from '#lib/hap/audit/most-counted.ts'
import { csvLine } from '#lib/hap/csv.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { Term } from '#lib/search/term.ts'
import type { AuditRecord } from '#lib/store/audit/list.ts'
import { auditEnd, countFound, searchAudit } from '#lib/store/audit/search.ts'
import type { Db } from '#lib/store/database/client.ts'
import { AUDIT_FIELDS } from './audit-fields.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const

type ExportFormat = (typeof EXPORT_FORMATS)[number]

interface ExportRequest {
  readonly q: string
  /** As of the list it is the export of. */
  readonly upTo: bigint | null
  readonly format: ExportFormat
}

/** Actions that are read at once. */
const PART = 500

/**
 * The text of a file with all actions a search finds, part by part, or the sentence that says why there is none: a part of the log
 * must not pass for the whole. Throws StoreError, also while it is read.
 */
export async function exportAudit(
  db: Db,
  { q, upTo, format }: ExportRequest,
  now: number,
): Promise<{ readonly parts: AsyncGenerator<string> } | { readonly refused: string }> {
  const { terms, errors } = parseSearch(q, AUDIT_FIELDS)
  const [error] = errors
  if (error) return { refused: error.message }
  const search = { terms, now, upTo: upTo ?? (await auditEnd(db)) }
  if ((await countFound(db, search, MOST_COUNTED)) === MOST_COUNTED) {
    const most = MOST_COUNTED.toLocaleString('en')
    return { refused: `${most} actions or more are too many for one file. Take less time, for example at:2026-11.` }
  }
  return { parts: format === 'csv' ? csv(db, search) : json(db, search) }
}

interface Search {
  readonly terms: readonly Term[]
  readonly now: number
  readonly upTo: bigint
}

async function* csv(db: Db, search: Search): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name))
  for await (const records of partsOf(db, search)) {
    yield records.map(record => csvLine(COLUMNS.map(([, cell]) => cell(record)))).join('')
  }
}

async function* json(db: Db, search: Search): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const records of partsOf(db, search)) {
    const lines = records.map(({ seq, outcomeSeq, ...rest }) =>
      JSON.stringify({ seq: String(seq), outcomeSeq: outcomeSeq === null ? null : String(outcomeSeq), ...rest }),
    )
    yield separator + lines.join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* partsOf(db: Db, search: Search): AsyncGenerator<readonly AuditRecord[]> {
  let before: bigint | undefined
  for (;;) {
    const records = await searchAudit(db, { ...search, before }, PART)
    if (records.length > 0) yield records
    before = records.at(-1)?.seq
    if (records.length < PART) return
  }
}

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

const COLUMNS: readonly (readonly [name: string, cell: (record: AuditRecord) => string | null])[] = [
  ['entry', ({ seq }) => String(seq)],
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor],
  ['role', ({ role }) => role],
  ['action', ({ action }) => action],
  ['targets', ({ targets }) => targets.join(' ')],
  ['reason', ({ reason }) => reason],
  ['ticket', ({ ticket }) => ticket],
  ['outcome', ({ outcome }) => outcome],
  ['outcome_at', ({ outcomeAt }) => outcomeAt],
  ['detail', ({ detail }) => detail],
  ['request_id', ({ requestId }) => requestId],
  ['before', ({ before }) => asJson(before)],
  ['wanted', ({ wanted }) => asJson(wanted)],
  ['result', ({ result }) => asJson(result)],
  ['outcome_entry', ({ outcomeSeq }) => (outcomeSeq === null ? null : String(outcomeSeq))],
  ['hash', ({ hash }) => hash],
]
