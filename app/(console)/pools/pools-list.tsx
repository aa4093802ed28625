'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import { groupedSource, pendingSource } from '#components/data-table/table-source.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { useLastError } from '#components/ui/use-last-error.ts'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatPlural } from '#lib/util/format.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage, type ListPageState } from '../list-page.tsx'
import { useLive } from '../live-provider.tsx'
import { NoHits } from '../no-hits.tsx'
import { SourceGap } from '../unread-sources.tsx'
import { type ListSearchState, useListSearch } from '../use-list.ts'
import { AlarmAnnouncer } from './alarm-announcer.tsx'
import { ExhaustedStrip, LowStrip } from './low-strip.tsx'
import { POOL_COLUMNS } from './pool-columns.tsx'
import { countWithoutPool, formatRowCount } from './pool-labels.ts'
import { bindingsOfView } from './pool-links.ts'
import { useStableOrder } from './use-stable-order.ts'

const LABELS = { page: 'pools', title: 'Pools', noun: 'pool' } as const

export function PoolsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const list = useListSearch(POOL_COLUMNS)
  const { data, error: failure, isPlaceholderData, refetch } = useQuery(poolsQuery(list.search))
  const error = useLastError(isPlaceholderData ? undefined : data, failure, list.listKey)
  const view = (error !== null && isPlaceholderData ? null : data) ?? null
  const state = { labels: LABELS, fields, list }
  const pools = view && rowsOf(view)
  return (
    <ListPage
      {...state}
      rows={{ answer: view, error, refetch: () => void refetch() }}
      exportDisabledReason={noInventoryExportReason(view && pools && { ...view, hits: pools.length }, 'bindings')}
      summary={view && pools && <Summary view={view} pools={pools} />}
      alsoHits={pools && countWithoutPool(pools)}
      totals={
        <StateTotals
          counts={view?.states ?? null}
          hrefOf={state => (view ? bindingsOfView(view, state) : null)}
          reserved
        />
      }
      notes={
        view && (
          <>
            <ExhaustedStrip pools={view.exhausted} />
            <LowStrip pools={view.low} />
            <AlarmAnnouncer pools={[...view.exhausted, ...view.low]} />
          </>
        )
      }
    >
      <PoolsTable {...state} view={view} behind={isPlaceholderData} />
    </ListPage>
  )
}

function rowsOf({ groups }: PoolsView): readonly PoolRow[] {
  return groups.flatMap(({ pools }) => pools)
}

function Summary({ view, pools }: { readonly view: PoolsView; readonly pools: readonly PoolRow[] }) {
  const { accounts } = view
  const href = bindingsOfView(view)
  const words = formatPlural(accounts, 'account')
  return (
    <>
      {formatRowCount(pools)}, {href === null ? words : <CellLink href={href}>{words}</CellLink>}
    </>
  )
}

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
function PoolsTable({ view, behind, labels, fields, list }: PoolsTableProps) {
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
      A pool appears once a binding has a hyperscalerType label or a rule selects it.
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
            {formatPlural(view.poolless.count, 'binding')} without hyperscaler type
          </TextLink>
        </>
      )}
      {onSortAgain && (
        <>
          {' · '}
          <Button look="ghost" size="small" onClick={onSortAgain}>
            Order changed – sort again
          </Button>
        </>
      )}
    </>
  )
  return <ListFooter summary={summary} asOf={asOf} {...tools} />
}
