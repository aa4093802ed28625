import { FilteredEmpty } from '#components/search/filtered-empty.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import type { SearchField } from '#lib/search/field.ts'
import { counted } from './audit-words.ts'

interface AuditEmptyProps {
  readonly first: AuditPage
  readonly fields: readonly SearchField[]
  readonly q: string
  readonly onChange: (q: string) => void
}

/** In place of actions: because of the search, or because nothing was done yet. */
export function AuditEmpty({ first, fields, q, onChange }: AuditEmptyProps) {
  if (first.of === 0) {
    return (
      <EmptyState reason="empty" title="No actions yet">
        Every change is recorded here before it is made, including refused attempts.
      </EmptyState>
    )
  }
  return <FilteredEmpty what="action" hidden={counted(first.of)} fields={fields} value={q} onChange={onChange} />
}
