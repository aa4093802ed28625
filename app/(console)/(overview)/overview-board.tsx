'use client'

import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '#app/data/overview-queries.ts'
import { StateFigures } from '#components/hap/state-counts.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/paths.ts'
import type { Overview } from '#lib/queries/overview.ts'
import { formatPlural } from '#lib/util/format.ts'
import { HistoryPanel } from '../history/history-panel.tsx'
import { countWithoutPool } from '../pools/pool-labels.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { allShoots } from '../shoots/shoot-links.ts'
import { IfRead, SourceGap } from '../unread-sources.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { CapacityPanel } from './capacity-panel.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import styles from './overview.module.css'
import { RecentPanel } from './recent-panel.tsx'
import { StuckPanel, UnreachablePanel } from './stuck-panel.tsx'

/** The overview page: totals, capacity and findings. */
export function OverviewBoard() {
  const { data, error, refetch } = useQuery(overviewQuery())
  const retry = () => void refetch()
  return (
    <>
      <PageHead title="Overview" summary={data && <Summary data={data} />} />
      {data && error && <RefreshFailure error={error} onRetry={retry} />}
      {data ? <Board data={data} /> : error ? <ReadFailure error={error} onRetry={retry} /> : <Reading />}
    </>
  )
}

function Board({ data }: { readonly data: Overview }) {
  const board = (
    <>
      <StateFigures counts={data.states} hrefOf={state => paths.bindings({ q: `state:${state}` })} />
      <div className={styles.board}>
        <div className={styles.stack}>
          <CapacityPanel pools={data.capacity} exhausted={data.exhausted} low={data.low} of={poolsInWords(data)} />
          <HistoryPanel />
          <UnreachablePanel rows={data.unreachable} />
        </div>
        <div className={cx(styles.stack, styles.side)}>
          <AttentionPanel entries={data.attention} />
          <StuckPanel stuck={data.stuck} />
          <ErrorsPanel errors={data.errors} failing={data.failing} />
          <RecentPanel />
        </div>
      </div>
    </>
  )
  if (data.accounts > 0) return board
  return (
    <SourceGap what="bindings" reading={<Reading />}>
      <EmptyState reason="empty" title="No accounts yet">
        A binding joins a pool once it has the label hyperscalerType.
      </EmptyState>
    </SourceGap>
  )
}

function Reading() {
  return (
    <div className={styles.reading} aria-busy="true">
      <Skeleton width="100%" height={68} />
      <Skeleton width="100%" height={240} />
    </div>
  )
}

function Summary({ data }: { readonly data: Overview }) {
  const { accounts, shoots } = data
  return (
    <>
      <CellLink href={paths.bindings()}>{formatPlural(accounts, 'account')}</CellLink>,{' '}
      <CellLink href={paths.pools()}>{poolsInWords(data)}</CellLink>,{' '}
      <IfRead what="shoots" unit="shoots">
        <CellLink href={allShoots()}>{formatPlural(shoots, 'shoot')}</CellLink>
      </IfRead>
    </>
  )
}

/** Counts the pools, and apart from them the rows of the pools page that are no pool. */
function poolsInWords({ pools, unreachable }: Overview): string {
  return [formatPlural(pools, 'pool'), countWithoutPool(unreachable)].filter(words => words !== null).join(', ')
}
