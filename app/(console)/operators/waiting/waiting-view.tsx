'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '#app/data/operator-queries.ts'
import { PoolName } from '#components/hap/pool-name.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { WaitingQueue } from '#lib/queries/pools/queues.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { WaitReason } from '../../waiting-panel.tsx'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { CancelButton } from './cancel-button.tsx'
import styles from './waiting.module.css'

/** Page content that lists waiting claims by pool. */
export function WaitingView({ person }: { readonly person: Person }) {
  const { data, error, refetch } = useQuery(waitingQuery())
  const retry = () => void refetch()
  const waiting = data?.queues.reduce((sum, { total }) => sum + total, 0)
  return (
    <>
      <PageHead title="Operators" summary={waiting !== undefined && formatPlural(waiting, 'waiting claim')} />
      <OperatorsTabs tab="waiting" />
      {data && error && <RefreshFailure error={error} onRetry={retry} />}
      {data === undefined ? (
        error ? (
          <ReadFailure error={error} onRetry={retry} />
        ) : (
          <ReadingTab />
        )
      ) : data.queues.length === 0 ? (
        <EmptyState
          reason="empty"
          title="No waiting claims"
          actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}
        >
          Claims are queued here while their pool has no free account.
        </EmptyState>
      ) : (
        <div className={styles.queues}>
          {data.queues.map(queue => (
            <QueuePanel key={poolKey(queue.pool)} queue={queue} person={person} onCancelled={retry} />
          ))}
        </div>
      )}
    </>
  )
}

const COLUMNS = [
  { header: 'Position', width: 80 },
  { header: 'Global account', width: 176 },
  { header: 'Source', width: 208 },
  { header: 'Waiting', width: 96 },
  { header: 'Reason' },
  { header: 'Cancel', width: 96 },
] as const

interface QueuePanelProps {
  readonly queue: WaitingQueue
  readonly person: Person
  readonly onCancelled: () => void
}

/** Queue of one pool: its waiting claims in the order in which they are served. */
export function QueuePanel({ queue: { pool, claims, total }, person, onCancelled }: QueuePanelProps) {
  const words = formatPlural(total, 'claim')
  return (
    <Panel
      title={<PoolName name={pool.hyperscalerType} {...pool} href={`${paths.pool(pool)}#waiting`} />}
      aside={claims.length < total ? `the first ${formatCount(claims.length)} of ${words}` : words}
    >
      <SmallTable label={`Waiting for ${poolName(pool)}`} columns={COLUMNS} folding>
        {claims.map(claim => {
          const { id, globalAccount, position, since, deadline, reason, request, actor } = claim
          return (
            <tr key={id}>
              <th scope="row">{formatCount(position)}</th>
              <td data-fold="aside">
                <TenantId id={globalAccount} />
              </td>
              <td data-fold="line">
                {request === null ? (
                  actor || <span className={text.muted}>other API client</span>
                ) : (
                  <TextLink className={text.mono} href={paths.subscriptionRequest(request)}>
                    {request}
                  </TextLink>
                )}
              </td>
              <td data-fold="line" data-label="waiting">
                <TextLink href={paths.audit({ q: `target:Claim/${id}` })}>
                  <RelativeTime at={since} as="for" />
                </TextLink>
              </td>
              <td data-fold="line" data-wrap>
                <WaitReason reason={reason} deadline={deadline} />
              </td>
              <td data-fold="end">
                <CancelButton claim={claim} person={person} onCancelled={onCancelled} />
              </td>
            </tr>
          )
        })}
      </SmallTable>
    </Panel>
  )
}
