'use client'

import { EmptyState } from '#components/ui/empty-state.tsx'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-row.ts'
import { PartedTable, type PartedTableProps } from '../parted-table.tsx'

const DEFAULT_SORT = { id: 'name', desc: false } as const

/** The shoots a search leaves, or why there are none. */
export function ShootsTable(props: PartedTableProps<ShootRow, ShootsView>) {
  return (
    <PartedTable
      {...props}
      label="Shoots"
      noun="shoot"
      defaultSort={DEFAULT_SORT}
      source="shoots"
      empty={
        <EmptyState reason="empty" title="No shoots yet">
          A shoot appears here within a second of its creation in Gardener, or once a claim has an account for it.
        </EmptyState>
      }
    />
  )
}
