import { z } from 'zod'
import { parseInput } from '#lib/input-problems.ts'
import { EntryNumber } from '#lib/queries/audit/audit-entry.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'
import { EXPORT_COLUMNS, EXPORT_FORMAT } from './export-format.ts'
import { WHOLE_LIST } from './list-query.ts'

const { q, sort } = WHOLE_LIST

export const AuditQuery = z.object({
  q,
  upTo: EntryNumber.nullable().default(null),
  before: EntryNumber.nullable().default(null),
  sort,
  limit: LIST_PART.limit,
})

export const AuditNewsQuery = z.object({ q, after: EntryNumber })

export const AuditExportQuery = z.object({
  q,
  upTo: EntryNumber.nullable().default(null),
  sort,
  cols: EXPORT_COLUMNS,
  format: EXPORT_FORMAT,
})

type Query = Readonly<Record<string, string>>

/** Parse the parameters of the audit log's routes. Each throws ZodError. */
export const parseAuditQuery = {
  page: (query: Query) => parseInput(AuditQuery, query),
  news: (query: Query) => parseInput(AuditNewsQuery, query),
  export: (query: Query) => parseInput(AuditExportQuery, query),
}
