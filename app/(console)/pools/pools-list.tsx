'use client'

import { useQuery } from '@tanstack/react-query'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { useLastError } from '#components/ui/use-last-error.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatPlural } from '#lib/util/format.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { useListSearch } from '../use-list.ts'
import { AlarmAnnouncer } from './alarm-announcer.tsx'
import { ExhaustedStrip, LowStrip } from './low-strip.tsx'
import { POOL_COLUMNS } from './pool-columns.tsx'
import { countWithoutPool, formatRowCount } from './pool-labels.ts'
import { bindingsOfView } from './pool-links.ts'
import { PoolsTable } from './pools-table.tsx'

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
