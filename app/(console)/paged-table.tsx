'use client'

import type { ReactNode } from 'react'
import type { Sort } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter } from '#components/data-table/list-footer.tsx'
import type { RowSelection } from '#components/data-table/table-source.ts'
import type { PagedRows } from '#components/data-table/use-paged-rows.ts'
import type { ListPart } from '#lib/search/list-part.ts'
import { formatCount } from '#lib/util/format.ts'
import type { ListPageState } from './list-page.tsx'
import { useLive } from './live-provider.tsx'
import { NoHits } from './no-hits.tsx'
import styles from './paged-table.module.css'
import type { ListSearchState } from './use-list.ts'

/** Props that a list page passes to its table. */
export interface PagedTableProps<Row, Answer extends ListPart<Row> = ListPart<Row>>
  extends Pick<ListPageState, 'labels' | 'fields'> {
  readonly rows: PagedRows<Row, Answer>
  readonly list: ListSearchState<Row>
}

interface Content<Row> {
  readonly defaultSort: Sort
  /** Renders an empty list, or why its rows are unknown; `reading` has placeholder rows. */
  readonly none: (reading: ReactNode) => ReactNode
  /** False for rows of the database, which are as old as their answer. */
  readonly ofGardener?: boolean
  readonly keys?: Parameters<typeof ListFooter>[0]['keys']
  readonly selection?: RowSelection<Row>
  readonly chosen?: Parameters<typeof ListFooter>[0]['chosen']
  /** Above the footer. */
  readonly bar?: ReactNode
}

/** Rows that match the search, loaded in parts, or why there are none. */
export function PagedTable<Row, Answer extends ListPart<Row>>({
  rows: { source: rowSource, hold, answer, behind },
  labels,
  list,
  fields,
  defaultSort,
  none,
  ofGardener = true,
  keys,
  selection,
  chosen,
  bar,
}: PagedTableProps<Row, Answer> & Content<Row>) {
  const { asOf } = useLive()
  const foot = (summary: string | null) => (
    <div className={styles.foot}>
      {bar}
      <ListFooter
        summary={summary}
        {...(ofGardener && { asOf })}
        {...(chosen && { chosen })}
        {...(keys && { keys })}
        columns={list.columns}
        hold={hold}
      />
    </div>
  )
  const table = (
    <DataTable
      onTouch={hold.touch}
      label={labels.title}
      columns={list.columns.shown}
      source={rowSource}
      sort={list.sort ?? defaultSort}
      onSort={list.setSort}
      {...(selection && { selection })}
      busy={behind || answer === null}
      resetKey={list.listKey}
      footer={({ first, last, total }) =>
        foot(answer && `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`)
      }
    />
  )
  if (answer === null || rowSource.count > 0) return table
  if (answer.of > 0) {
    return (
      <>
        <NoHits labels={labels} of={answer.of} behind={behind} fields={fields} list={list} />
        {bar && foot(null)}
      </>
    )
  }
  return none(table)
}
