'use client'

import { useQuery } from '@tanstack/react-query'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from '../export-links.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { useListSearch } from '../use-list-search.ts'
import { ViewsButton } from '../views/views-button.tsx'
import { AlarmAnnouncer } from './alarm-announcer.tsx'
import { ExhaustedStrip } from './exhausted-strip.tsx'
import { LowStrip } from './low-strip.tsx'
import { bindingsOfView } from './pool-bindings.ts'
import { POOL_COLUMNS } from './pool-columns.tsx'
import { withoutPool } from './pool-count.ts'
import { PoolsTable } from './pools-table.tsx'

/** The pools page. */
export function PoolsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const list = useListSearch(POOL_COLUMNS)
  const { data: view, error, isPlaceholderData, refetch } = useQuery(poolsQuery(list.search))
  const retry = () => void refetch()
  return (
    <>
      <PageHead
        title="Pools"
        summary={view && <Summary view={view} />}
        actions={
          <ExportLinks
            hrefOf={format => paths.poolsExport({ ...list.search, cols: list.columns.cols, format })}
            disabledReason={noInventoryExportReason(view && { ...view, hits: rowsOf(view).length }, 'bindings')}
          />
        }
      />
      <StateTotals
        counts={view?.states ?? null}
        hrefOf={state => (view ? bindingsOfView(view, state) : null)}
        reserved
      />
      <Toolbar>
        <SearchBox
          label="Search pools"
          fields={fields}
          value={list.search.q}
          onChange={list.setQ}
          hits={view ? hitsOf(view) : null}
        />
        <ViewsButton page="pools" />
      </Toolbar>
      {view && error && <NotReadAgain error={error} onRetry={retry} />}
      {view && (
        <>
          <ExhaustedStrip pools={view.exhausted} />
          <LowStrip pools={view.low} />
          <AlarmAnnouncer pools={[...view.exhausted, ...view.low]} />
        </>
      )}
      {error && !view ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <PoolsTable view={view ?? null} behind={isPlaceholderData} fields={fields} list={list} />
      )}
    </>
  )
}

function rowsOf({ groups }: PoolsView): readonly PoolRow[] {
  return groups.flatMap(({ pools }) => pools)
}

function hitsOf(view: PoolsView): string {
  const { hits, of } = view
  const pools = `${formatCount(hits)} of ${formatPlural(of, 'pool')}`
  return [pools, withoutPool(rowsOf(view))].filter(Boolean).join(', ')
}

function Summary({ view }: { readonly view: PoolsView }) {
  const { hits, accounts } = view
  const href = bindingsOfView(view)
  const words = formatPlural(accounts, 'account')
  return (
    <>
      {formatPlural(hits, 'pool')}, {href === null ? words : <CellLink href={href}>{words}</CellLink>}
    </>
  )
}
