'use client'

import { bindingsQuery } from '#app/data/bindings-query.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../list-page.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import type { Person } from '../person.ts'
import { usePartedList } from '../use-parted-list.ts'
import { BINDING_COLUMNS } from './binding-columns.tsx'
import { BindingsTable } from './bindings-table.tsx'
import { chosenStates, toggledState } from './state-terms.ts'

const WORDS = { page: 'bindings', title: 'Bindings', noun: 'binding' } as const

const keyOf = (row: BindingRow) => row.key

interface BindingsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
}

export function BindingsList({ fields, person }: BindingsListProps) {
  const { list, rows } = usePartedList({ columns: BINDING_COLUMNS, queryOf: bindingsQuery, keyOf })
  const { answer } = rows
  const { q, sort } = list.search
  const state = { words: WORDS, fields, list, rows }
  return (
    <ListPage
      {...state}
      noFile={noInventoryExportReason(answer, 'bindings')}
      totals={
        <StateTotals
          counts={answer?.states ?? null}
          chosen={chosenStates(q, fields)}
          hrefOf={state => paths.bindings({ q: toggledState(q, state, fields), sort, cols: list.columns.cols })}
          reserved
        />
      }
    >
      <BindingsTable {...state} person={person} />
    </ListPage>
  )
}
