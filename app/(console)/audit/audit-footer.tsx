import type { Sort } from '#components/data-table/column.ts'
import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import { formatCount } from '#components/ui/format.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { countText } from '../list-words.ts'
import { AUDIT_WORDS } from './audit-words.ts'

interface AuditFooterProps extends Pick<ListFooterProps, 'columns'> {
  readonly lines: { readonly first: number; readonly last: number }
  readonly first: AuditPage | null
  readonly sort: Sort
}

/** What of the log is in sight. */
export function AuditFooter({ lines, first, sort, ...tools }: AuditFooterProps) {
  if (first === null) return <ListFooter summary={null} {...tools} />
  const last = Math.min(lines.last, first.hits ?? lines.last)
  const summary = `Actions ${formatCount(lines.first)} to ${formatCount(last)} of ${countText(AUDIT_WORDS, first.hits)}, ${sort.desc ? 'newest' : 'oldest'} first`
  return <ListFooter summary={summary} {...tools} />
}
