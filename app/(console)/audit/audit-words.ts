import { MAX_COUNTED_HITS, MAX_COUNTED_RECORDS } from '#lib/hap/audit/target.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { formatCount } from '#lib/util/format.ts'
import type { ListWords } from '../list-words.ts'
import { noListExportReason } from '../no-list-export-reason.ts'

/** Labels of the audit list. */
export const AUDIT_WORDS = {
  page: 'audit',
  title: 'Audit',
  noun: 'action',
  countedTo: { of: MAX_COUNTED_RECORDS, hits: MAX_COUNTED_HITS },
} as const satisfies ListWords

/** Why the search cannot be exported, as a sentence; null when it can. */
export function noExportReason(first: Pick<AuditPage, 'hits' | 'errors'> | null): string | null {
  const reason = noListExportReason(first)
  if (reason !== null || (first?.hits ?? 0) < MAX_COUNTED_RECORDS) return reason
  return `${formatCount(MAX_COUNTED_RECORDS)} actions or more are too many for one file. Narrow the time range.`
}
