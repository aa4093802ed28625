'use client'

import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-row.ts'
import { PartedTable, type PartedTableProps } from '../parted-table.tsx'

const KEYS = [
  [['j', 'k'], 'move'],
  [['↵'], 'open'],
] as const

const DEFAULT_SORT = { id: 'id', desc: false } as const

/** The global accounts a search leaves, or why there are none. */
export function GlobalAccountsTable(props: PartedTableProps<GlobalAccountRow>) {
  return (
    <PartedTable
      {...props}
      label="Global accounts"
      noun="global account"
      defaultSort={DEFAULT_SORT}
      keys={KEYS}
      source="bindings"
      empty={
        <EmptyState reason="empty" title="No global accounts yet">
          One appears here as soon as a binding names it in <code className={text.mono}>tenantName</code>, or a shoot in{' '}
          <code className={text.mono}>account</code>.
        </EmptyState>
      }
    />
  )
}
