'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import type { Column } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, MOVE_KEYS } from '#components/data-table/list-footer.tsx'
import { formatSort, parseSort } from '#components/data-table/sort-text.ts'
import { listSource } from '#components/data-table/table-source.ts'
import { useColumnChoice } from '#components/data-table/use-column-choice.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { useLive } from './live-provider.tsx'
import { orderOf, type ShootLine } from './shoot-order.ts'

const DEFAULT_SORT = { id: 'name', desc: false } as const

interface ClustersTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly clusters: readonly Row[]
  /** How many there are, in words. */
  readonly summary: string
}

/** All clusters of something, sorted by the address. */
export function ClustersTable<Row extends ShootLine>({ label, columns, clusters, summary }: ClustersTableProps<Row>) {
  const { asOf } = useLive()
  const [text, setText] = useParameter('sort')
  const sort = parseSort(text, columns) ?? DEFAULT_SORT
  const { id, desc } = sort
  const source = useMemo(
    () => listSource(clusters.toSorted(orderOf({ id, desc })), ({ shoot }) => `${shoot.namespace}/${shoot.name}`),
    [clusters, id, desc],
  )
  const choice = useColumnChoice(columns)
  const { source: held, hold } = useHeldRows(source, text)
  return (
    <DataTable
      onTouch={hold.touch}
      label={label}
      columns={choice.shown}
      source={held}
      sort={sort}
      onSort={next => setText(formatSort(next))}
      resetKey={text}
      footer={() => <ListFooter summary={summary} asOf={asOf} keys={MOVE_KEYS} columns={choice} hold={hold} />}
    />
  )
}
