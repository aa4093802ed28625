'use client'

import { lazy, Suspense, useState } from 'react'
import { bindingsQuery } from '#app/data/binding-queries.ts'
import { StateTotals, selectedStates, toggleState } from '#components/hap/state-totals.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { Action } from '#lib/hap/actions/action.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatPlural } from '#lib/util/format.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable, type PagedTableProps } from '../paged-table.tsx'
import type { Person } from '../person.ts'
import { SourceGap } from '../unread-sources.tsx'
import { usePagedList } from '../use-list.ts'
import { BINDING_COLUMNS } from './binding-columns.tsx'
import { useSelection } from './bulk/use-selection.ts'

const LABELS = { page: 'bindings', title: 'Bindings', noun: 'binding' } as const

const keyOf = (row: BindingRow) => row.key

interface BindingsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
}

export function BindingsList({ fields, person }: BindingsListProps) {
  const { list, rows } = usePagedList({ columns: BINDING_COLUMNS, queryOf: bindingsQuery, keyOf })
  const { answer } = rows
  const { q, sort } = list.search
  const state = { labels: LABELS, fields, list, rows }
  return (
    <ListPage
      {...state}
      exportDisabledReason={noInventoryExportReason(answer, 'bindings')}
      alsoHits={answer !== null && answer.accounts !== answer.hits ? formatPlural(answer.accounts, 'account') : null}
      totals={
        <StateTotals
          counts={answer?.states ?? null}
          chosen={selectedStates(q, fields)}
          hrefOf={state => paths.bindings({ q: toggleState(q, state, fields), sort, cols: list.columns.cols })}
          reserved
        />
      }
    >
      <BindingsTable {...state} person={person} />
    </ListPage>
  )
}

interface BindingsTableProps extends PagedTableProps<BindingRow, BindingsView> {
  readonly person: Person
}

const BulkDialog = lazy(() => import('./bulk/bulk-dialog.tsx').then(module => ({ default: module.BulkDialog })))
const SelectionBar = lazy(() => import('./bulk/selection-bar.tsx').then(module => ({ default: module.SelectionBar })))

const KEYS = [
  [['j', 'k'], 'move'],
  [['x'], 'select'],
  [['⇧', 'j'], 'extend'],
  [['↵'], 'open'],
] as const

const DEFAULT_SORT = { id: 'name', desc: false } as const

/** Bindings that match the search, or why there are none. */
function BindingsTable({ person, ...props }: BindingsTableProps) {
  const { rows, list } = props
  const hits = rows.answer?.hits ?? 0
  const selection = useSelection(list.search, rows.source, hits)
  // The selection when the dialog opened. It stays fixed while the rows change.
  const [opened, setOpened] = useState<{ readonly action: Action; readonly chosen: readonly SelectedBinding[] } | null>(
    null,
  )
  return (
    <>
      <PagedTable
        {...props}
        defaultSort={DEFAULT_SORT}
        keys={KEYS}
        selection={selection.rows}
        chosen={{ count: selection.chosen.size, onClear: selection.clear }}
        bar={
          selection.chosen.size > 0 && (
            <Suspense>
              <SelectionBar
                selection={selection}
                hits={hits}
                person={person}
                onAct={action => setOpened({ action, chosen: [...selection.chosen.values()] })}
              />
            </Suspense>
          )
        }
        none={reading => (
          <SourceGap what="bindings" reading={reading}>
            <EmptyState reason="empty" title="No bindings yet">
              Label a CredentialsBinding or SecretBinding with <code className={text.mono}>hyperscalerType</code>, and
              it will appear here within a second.
            </EmptyState>
          </SourceGap>
        )}
      />
      {opened && (
        <Suspense>
          <BulkDialog {...opened} person={person} onClose={() => setOpened(null)} onStarted={selection.clear} />
        </Suspense>
      )}
    </>
  )
}
