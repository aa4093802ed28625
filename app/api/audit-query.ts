import { z } from 'zod'
import { readInput } from '#lib/input-problems.ts'
import { EXPORT_COLUMNS, EXPORT_FORMAT } from './export-format.ts'
import { WHOLE_LIST } from './list-query.ts'
import { NotFoundError } from './problem.ts'
import { LIST_PART } from './whole-number.ts'

/** Number of an entry of the audit chain. */
const Seq = z
  .string()
  .regex(/^\d{1,18}$/, { error: 'must be the number of an entry' })
  .transform(BigInt)

const { q, sort } = WHOLE_LIST

export const AuditQuery = z.object({
  q,
  upTo: Seq.nullable().default(null),
  before: Seq.nullable().default(null),
  sort,
  limit: LIST_PART.limit,
})

export const AuditNewsQuery = z.object({ q, after: Seq })

export const AuditExportQuery = z.object({
  q,
  upTo: Seq.nullable().default(null),
  sort,
  cols: EXPORT_COLUMNS,
  format: EXPORT_FORMAT,
})

type Query = Readonly<Record<string, string>>

/** The parameters of the routes of the audit log; each throws ZodError. */
export const parseAuditQuery = {
  page: (query: Query) => readInput(AuditQuery, query),
  news: (query: Query) => readInput(AuditNewsQuery, query),
  export: (query: Query) => readInput(AuditExportQuery, query),
}

/** The number of an entry in an address. Throws NotFoundError for one that cannot exist. */
export function entryNumber(text: string): bigint {
  const seq = Seq.safeParse(text)
  if (!seq.success) throw new NotFoundError('There is no such entry in the audit log.')
  return seq.data
}
