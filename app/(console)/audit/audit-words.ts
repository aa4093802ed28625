import { MOST_COUNTED, MOST_HITS } from '#lib/hap/audit/target.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { formatCount } from '#lib/util/format.ts'
import type { ListWords } from '../list-words.ts'
import { noListExportReason } from '../no-list-export-reason.ts'

/** What the audit log is called as a list. */
export const AUDIT_WORDS = {
  page: 'audit',
  title: 'Audit',
  noun: 'action',
  countedTo: { of: MOST_COUNTED, hits: MOST_HITS },
} as const satisfies ListWords

/** Why the view cannot be exported; null when it can. */
export function noExportReason(first: Pick<AuditPage, 'hits' | 'errors'> | null): string | null {
  const reason = noListExportReason(first)
  if (reason !== null || (first?.hits ?? 0) < MOST_COUNTED) return reason
  return `${formatCount(MOST_COUNTED)} actions or more are too many for one file. Narrow the time range.`
}
