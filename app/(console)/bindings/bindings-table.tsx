'use client'

import { lazy, Suspense } from 'react'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter } from '#components/data-table/list-footer.tsx'
import type { PartedRows } from '#components/data-table/use-parted-rows.ts'
import { FilteredEmpty } from '#components/search/filtered-empty.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import type { BindingRow } from '#lib/queries/bindings/binding-row.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { SearchField } from '#lib/search/field.ts'
import { useLive } from '../live-provider.tsx'
import type { Person } from '../person.ts'
import { SourceGap } from '../source-gap.tsx'
import type { useListSearch } from '../use-list-search.ts'
import { BINDING_COLUMNS } from './binding-columns.tsx'
import { useSelection } from './bulk/use-selection.ts'

interface BindingsTableProps {
  readonly rows: PartedRows<BindingRow, BindingsView>
  readonly list: ReturnType<typeof useListSearch>
  readonly fields: readonly SearchField[]
  readonly person: Person
}

const SelectionBar = lazy(() => import('./bulk/selection-bar.tsx').then(module => ({ default: module.SelectionBar })))

const KEYS = [
  [['j', 'k'], 'move'],
  [['x'], 'select'],
  [['⇧', 'j'], 'extend'],
  [['↵'], 'open'],
] as const

const DEFAULT_SORT = { id: 'name', desc: false } as const

/** The bindings a search leaves, or why there are none. */
export function BindingsTable({ rows: { source, answer, behind }, list, fields, person }: BindingsTableProps) {
  const { asOf } = useLive()
  const { q, sort } = list.search
  const hits = answer?.hits ?? 0
  const selection = useSelection(list.search, source, hits)
  const table = (
    <DataTable
      label="Bindings"
      columns={BINDING_COLUMNS}
      source={source}
      sort={list.sort ?? DEFAULT_SORT}
      onSort={list.setSort}
      selection={selection.rows}
      busy={behind || answer === null}
      resetKey={`${sort} ${q}`}
      footer={({ first, last, total }) => (
        <>
          {selection.chosen.size > 0 && (
            <Suspense>
              <SelectionBar selection={selection} hits={hits} person={person} />
            </Suspense>
          )}
          <ListFooter
            asOf={asOf}
            summary={answer && `Rows ${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`}
            chosen={{ count: selection.chosen.size, onClear: selection.clear }}
            keys={KEYS}
          />
        </>
      )}
    />
  )
  if (answer === null || answer.hits > 0) return table
  if (answer.of > 0) {
    return (
      <FilteredEmpty
        what="binding"
        hidden={formatPlural(answer.of, 'binding')}
        fields={fields}
        value={q}
        onChange={list.setQ}
      />
    )
  }
  return (
    <SourceGap what="bindings" reading={table}>
      <EmptyState reason="empty" title="No bindings yet">
        Label a CredentialsBinding or SecretBinding with <code className={text.mono}>hyperscalerType</code>, and it
        appears here within a second.
      </EmptyState>
    </SourceGap>
  )
}
