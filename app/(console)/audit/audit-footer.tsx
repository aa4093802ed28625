import type { Sort } from '#components/data-table/column.ts'
import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { formatCount } from '#lib/util/format.ts'
import { foundText, isCounted } from '../list-words.ts'
import { AUDIT_WORDS } from './audit-words.ts'

interface AuditFooterProps extends Pick<ListFooterProps, 'columns'> {
  readonly lines: { readonly first: number; readonly last: number }
  readonly first: AuditPage | null
  readonly sort: Sort
}

/** What of the log is in sight. */
export function AuditFooter({ lines, first, sort, ...tools }: AuditFooterProps) {
  if (first === null) return <ListFooter summary={null} {...tools} />
  // The lines after those that were read stand for more of them.
  const last = isCounted(AUDIT_WORDS, first) ? Math.min(lines.last, first.hits ?? lines.last) : lines.last
  const summary = `Actions ${formatCount(lines.first)} to ${formatCount(last)} of ${foundText(AUDIT_WORDS, first)}, ${sort.desc ? 'newest' : 'oldest'} first`
  return <ListFooter summary={summary} {...tools} />
}
