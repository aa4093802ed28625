'use client'

import { useQuery } from '@tanstack/react-query'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { SearchField } from '#lib/search/field.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { useListSearch } from '../use-list-search.ts'
import { ExhaustedStrip } from './exhausted-strip.tsx'
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
      <PageHead title="Pools" summary={view && summaryOf(view)} />
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
          hits={view && hitsOf(view)}
        />
      </Toolbar>
      {view && error && <NotReadAgain error={error} onRetry={retry} />}
      {view && <ExhaustedStrip pools={view.exhausted} />}
      {error && !view ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <PoolsTable view={view ?? null} behind={isPlaceholderData} fields={fields} list={list} />
      )}
    </>
  )
}

function hitsOf({ hits, of, groups }: PoolsView): string {
  const pools = `${formatCount(hits)} of ${formatPlural(of, 'pool')}`
  return [pools, withoutPool(groups.flatMap(group => group.pools))].filter(Boolean).join(', ')
}

function summaryOf({ hits, accounts }: PoolsView): string {
  return `${formatPlural(hits, 'pool')}, ${formatPlural(accounts, 'account')}`
}
