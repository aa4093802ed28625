'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '#app/data/operator-queries.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import { NotReadAgain } from '../../not-read-again.tsx'
import { ReadFailure } from '../../read-failure.tsx'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { QueuePanel } from './queue-panel.tsx'
import styles from './waiting.module.css'

/** Claims that wait for an account, by pool. */
export function WaitingView() {
  const { data, error, refetch } = useQuery(waitingQuery())
  const retry = () => void refetch()
  const waiting = data?.queues.reduce((sum, { total }) => sum + total, 0)
  return (
    <>
      <PageHead title="Operators" summary={waiting !== undefined && formatPlural(waiting, 'waiting claim')} />
      <OperatorsTabs tab="waiting" />
      {data && error && <NotReadAgain error={error} onRetry={retry} />}
      {data === undefined ? (
        error ? (
          <ReadFailure error={error} onRetry={retry} />
        ) : (
          <ReadingTab />
        )
      ) : data.queues.length === 0 ? (
        <EmptyState
          reason="empty"
          title="Nobody waits for an account"
          actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}
        >
          A claim waits here, in its place in the queue, while its pool has no free account.
        </EmptyState>
      ) : (
        <div className={styles.queues}>
          {data.queues.map(queue => (
            <QueuePanel key={poolKey(queue.pool)} queue={queue} />
          ))}
        </div>
      )}
    </>
  )
}
