'use client'

import { useQuery } from '@tanstack/react-query'
import { poolQueueQuery } from '#app/data/claim-queries.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { poolQuery } from '#app/data/pool-queries.ts'
import { CapacityBar } from '#components/hap/state-counts.tsx'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { useCommands } from '#components/palette/commands.ts'
import { copyCommand } from '#components/palette/copy-command.ts'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { isExhausted, type Pool, poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { PoolDetail } from '#lib/queries/pools/pool-detail.ts'
import { HistoryPanel } from '../../history/history-panel.tsx'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { SourceGap } from '../../unread-sources.tsx'
import { Waiting } from '../../waiting-panel.tsx'
import { AlarmAnnouncer } from '../alarm-announcer.tsx'
import { LowPool } from '../low-strip.tsx'
import { bindingsOfPool } from '../pool-links.ts'
import styles from './pool.module.css'
import { PoolBindings } from './pool-bindings.tsx'
import { PoolFacts } from './pool-facts.tsx'
import { PoolRules, PoolSelectors } from './pool-rules.tsx'
import { PoolTenants } from './pool-tenants.tsx'

export function PoolView({ pool }: { readonly pool: Pool }) {
  const key = poolKey(pool)
  const { data, error, refetch } = useQuery(poolQuery(key))
  const missing = error instanceof ApiError && error.status === 404
  const retry = () => void refetch()
  useCommands(
    data
      ? {
          scope: 'page',
          heading: poolName(pool),
          recent: { href: paths.pool(pool), name: poolName(pool), what: 'Pool' },
          commands: [
            { id: 'bindings', label: 'Bindings of this pool', icon: 'bindings', act: { href: bindingsOfPool(key) } },
            copyCommand('hyperscaler type', pool.hyperscalerType),
          ],
        }
      : null,
  )
  return (
    <>
      <PageHead
        title={pool.hyperscalerType}
        mono
        badge={
          <>
            {pool.euAccess && <Tag>EU</Tag>}
            {pool.shared && <Tag>shared</Tag>}
          </>
        }
        facts={data && <PoolFacts row={data.row} />}
      />
      {data && error && !missing && <RefreshFailure error={error} onRetry={retry} />}
      {missing && data && (
        <Strip tone="warn" announce>
          This pool is gone: it has no bindings left, no rule leads to it, and no claim waits for it. Below is its last
          known state.
        </Strip>
      )}
      {data ? (
        <Detail detail={data} />
      ) : missing ? (
        <SourceGap what="bindings" reading={<Reading />}>
          <EmptyState reason="empty" title="There is no such pool">
            {error.message}
          </EmptyState>
        </SourceGap>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <Reading />
      )}
    </>
  )
}

function Detail({ detail }: { readonly detail: PoolDetail }) {
  const { row, selectors, tenants, bindings } = detail
  const queue = useQuery(poolQueueQuery(row.key))
  return (
    <>
      <AlarmAnnouncer pools={row.low || isExhausted(row) ? [row] : []} />
      {row.accounts > 0 && <StateTotals counts={row.states} hrefOf={state => bindingsOfPool(row.key, state)} />}
      <div className={styles.bar}>
        <CapacityBar counts={row.states} lowWater={row.water?.accounts.low ?? null} height={12} />
      </div>
      {row.low && (
        <div className={styles.alarm}>
          <LowPool row={row} subject="This pool" />
        </div>
      )}
      <DetailColumns
        main={
          <>
            <Waiting query={queue} about="pool" />
            <PoolBindings row={row} bindings={bindings} />
            <PoolSelectors selectors={selectors} reached={row.rules.length > 0} />
            {/* Shared accounts are not claimed, so they have no history. */}
            {!row.shared && <HistoryPanel pool={row.key} />}
          </>
        }
        side={
          <>
            <PoolRules rules={row.rules} />
            <PoolTenants row={row} tenants={tenants} />
          </>
        }
      />
    </>
  )
}

function Reading() {
  return (
    <div aria-busy="true">
      <StateTotals counts={null} hrefOf={() => null} />
      <div className={styles.bar}>
        <Skeleton width="100%" height={12} />
      </div>
      <DetailColumns main={<Skeleton width="100%" height={320} />} side={<Skeleton width="100%" height={320} />} />
    </div>
  )
}
