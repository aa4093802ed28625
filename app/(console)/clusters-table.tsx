'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { type Column, formatSort, parseSort } from '#components/data-table/column.ts'
import { useColumnChoice } from '#components/data-table/column-choice.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, MOVE_KEYS } from '#components/data-table/list-footer.tsx'
import { listSource } from '#components/data-table/table-source.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { Toolbar } from '#components/shell/page-head.tsx'
import { paths } from '#lib/paths.ts'
import { orderOf, type ShootLine } from './cluster-columns.tsx'
import { ExportLinks, noInventoryExportReason } from './list-export.tsx'
import { useLive } from './live-provider.tsx'

const DEFAULT_SORT = { id: 'name', desc: false } as const

interface ClustersTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly clusters: readonly Row[]
  /** The search that selects the same clusters among all shoots, for the export. */
  readonly q: string
  /** Number of clusters as text. */
  readonly summary: string
}

/** Table of all clusters of an object, sorted by the parameter `sort` of the address. */
export function ClustersTable<Row extends ShootLine>(props: ClustersTableProps<Row>) {
  const { label, columns, clusters, q, summary } = props
  const { asOf, health } = useLive()
  const [text, setText] = useParameter('sort')
  const sort = parseSort(text, columns) ?? DEFAULT_SORT
  const { id, desc } = sort
  const source = useMemo(
    () => listSource(clusters.toSorted(orderOf({ id, desc })), ({ shoot }) => `${shoot.namespace}/${shoot.name}`),
    [clusters, id, desc],
  )
  const choice = useColumnChoice(columns)
  const { source: held, hold } = useHeldRows(source, text)
  const file = { hits: clusters.length, errors: [], unread: health?.unread ?? [] }
  return (
    <>
      <Toolbar>
        <ExportLinks
          hrefOf={format => paths.listExport('shoots', { q, sort: text, cols: '', format })}
          disabledReason={noInventoryExportReason(file, 'shoots')}
        />
      </Toolbar>
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
    </>
  )
}
