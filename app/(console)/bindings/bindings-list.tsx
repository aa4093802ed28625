'use client'

import { useQueryClient } from '@tanstack/react-query'
import { bindingsQuery } from '#app/data/bindings-query.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import { usePartedRows } from '#components/data-table/use-parted-rows.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-row.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from '../export-links.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import type { Person } from '../person.ts'
import { ReadFailure } from '../read-failure.tsx'
import { useListSearch } from '../use-list-search.ts'
import { ViewsButton } from '../views/views-button.tsx'
import { BINDING_COLUMNS } from './binding-columns.tsx'
import { BindingsTable } from './bindings-table.tsx'
import { chosenStates, toggledState } from './state-terms.ts'

const keyOf = (row: BindingRow) => row.key

function summaryOf({ hits, of }: Pick<BindingsView, 'hits' | 'of'>): string {
  return hits === of ? formatPlural(of, 'binding') : `${formatCount(hits)} of ${formatPlural(of, 'binding')}`
}

interface BindingsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
}

/** The list of all bindings, read part by part as it scrolls. */
export function BindingsList({ fields, person }: BindingsListProps) {
  const list = useListSearch(BINDING_COLUMNS)
  const { search } = list
  const { cols } = list.columns
  const queries = useQueryClient()
  const rows = usePartedRows({
    listKey: `${search.sort} ${search.q}`,
    partRows: WINDOW_ROWS,
    queryOf: part => bindingsQuery(search, part),
    keyOf,
  })
  const { answer, error } = rows
  const readAgain = () => void queries.refetchQueries({ queryKey: ['bindings', search], type: 'active' })
  const hrefOf = (state: Parameters<typeof toggledState>[1]) =>
    paths.bindings({ q: toggledState(search.q, state, fields), sort: search.sort, cols })
  return (
    <>
      <PageHead
        title="Bindings"
        summary={answer && summaryOf(answer)}
        actions={
          <ExportLinks
            hrefOf={format => paths.bindingsExport({ ...search, cols, format })}
            disabledReason={noInventoryExportReason(answer, 'bindings')}
          />
        }
      />
      <StateTotals counts={answer?.states ?? null} chosen={chosenStates(search.q, fields)} hrefOf={hrefOf} reserved />
      <Toolbar>
        <SearchBox
          label="Search bindings"
          fields={fields}
          value={search.q}
          onChange={list.setQ}
          hits={answer && `${formatCount(answer.hits)} of ${formatPlural(answer.of, 'binding')}`}
        />
        <ViewsButton page="bindings" />
      </Toolbar>
      {error && answer && <NotReadAgain error={error} onRetry={readAgain} />}
      {error && !answer ? (
        <ReadFailure error={error} onRetry={readAgain} />
      ) : (
        <BindingsTable rows={rows} list={list} fields={fields} person={person} />
      )}
    </>
  )
}
