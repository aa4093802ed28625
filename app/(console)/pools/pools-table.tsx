'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import { groupedSource, pendingSource } from '#components/data-table/table-source.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { ListPageState } from '../list-page.tsx'
import { useLive } from '../live-provider.tsx'
import { NoHits } from '../no-hits.tsx'
import { SourceGap } from '../unread-sources.tsx'
import type { ListSearchState } from '../use-list.ts'
import { formatRowCount } from './pool-labels.ts'
import { useStableOrder } from './use-stable-order.ts'

interface PoolsTableProps extends Pick<ListPageState, 'labels' | 'fields'> {
  /** Null until the first response. */
  readonly view: PoolsView | null
  /** The rows belong to the previous search. */
  readonly behind: boolean
  readonly list: ListSearchState<PoolRow, PoolGroup>
}

const DEFAULT_SORT = { id: 'room', desc: false } as const
const NO_GROUPS: readonly PoolGroup[] = []
const READING = pendingSource<PoolRow, PoolGroup>(12)

/** Pools grouped by hyperscaler, or why there are none. */
export function PoolsTable({ view, behind, labels, fields, list }: PoolsTableProps) {
  const { listKey } = list
  const { groups, moved, sortAgain } = useStableOrder(view?.groups ?? NO_GROUPS, behind ? null : listKey)
  const [closed, setClosed] = useParameter('closed', { step: true })
  const source = useMemo(() => {
    const keys = new Set(closed.split(',').filter(key => key !== ''))
    return groupedSource(
      groups.map(group => ({ key: group.provider, group, rows: group.pools })),
      {
        keyOf: row => row.key,
        closed: keys,
        onToggle: key => setClosed([...keys.symmetricDifference(new Set([key]))].join(',')),
      },
    )
  }, [groups, closed, setClosed])

  const { source: held, hold } = useHeldRows(source, behind ? null : `${listKey} ${closed}`)
  const table = (rows: typeof source) => (
    <DataTable
      onTouch={hold.touch}
      label={labels.title}
      columns={list.columns.shown}
      source={rows}
      sort={list.sort ?? DEFAULT_SORT}
      onSort={list.setSort}
      busy={behind}
      resetKey={listKey}
      footer={() => (
        <PoolsFooter
          view={view}
          onSortAgain={moved && !hold.on ? sortAgain : null}
          columns={list.columns}
          hold={hold}
        />
      )}
    />
  )
  if (view === null) return table(READING)
  if (held.count > 0 && view.of > 0) return table(held)
  if (view.of > 0) return <NoHits labels={labels} of={view.of} behind={behind} fields={fields} list={list} />
  return (
    <SourceGap what="bindings" reading={table(READING)}>
      {held.count > 0 ? table(held) : <NoPools />}
    </SourceGap>
  )
}

function NoPools() {
  return (
    <EmptyState reason="empty" title="No pools yet">
      A pool appears once a binding has the label hyperscalerType, or a rule leads to it.
    </EmptyState>
  )
}

interface PoolsFooterProps extends Pick<ListFooterProps, 'columns' | 'hold'> {
  readonly view: PoolsView | null
  /** Null while the rows are in sort order. */
  readonly onSortAgain: (() => void) | null
}

/**
 * Number of pools, of bindings outside of pools, and a button when the sort order is out of date.
 */
function PoolsFooter({ view, onSortAgain, ...tools }: PoolsFooterProps) {
  const { asOf } = useLive()
  const summary = view && (
    <>
      {formatRowCount(view.groups.flatMap(({ pools }) => pools))} in {formatPlural(view.groups.length, 'group')}
      {view.all && view.poolless.count > 0 && (
        <>
          {', '}
          <TextLink href={paths.bindings({ q: view.poolless.q })}>
            {formatPlural(view.poolless.count, 'binding')} without type
          </TextLink>
        </>
      )}
      {onSortAgain && (
        <>
          {' · '}
          <Button look="ghost" size="small" onClick={onSortAgain}>
            The order has changed: sort again
          </Button>
        </>
      )}
    </>
  )
  return <ListFooter summary={summary} asOf={asOf} {...tools} />
}
