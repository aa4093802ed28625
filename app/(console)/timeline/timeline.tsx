'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useLastError } from '#components/ui/use-last-error.ts'
import type { TimelinePage } from '#lib/queries/timeline.ts'
import { formatDay } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { ReadingTab } from './reading-tab.tsx'
import styles from './timeline.module.css'
import { TimelineLine } from './timeline-line.tsx'

interface TimelineProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<TimelinePage>>
  /** Subject of the page; each line shows the other one. */
  readonly about: 'binding' | 'global-account'
  /** Shown below the oldest line. */
  readonly endOf: (recordedSince: string | null) => ReactNode
}

/** Recorded events, newest first, grouped by day. */
export function Timeline({ query, about, endOf }: TimelineProps) {
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const error = useLastError(data, query.error)
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <ReadingTab />
  const items = data.pages.flatMap(page => page.items)
  const days = Map.groupBy(items, ({ at }) => at.slice(0, 10))
  return (
    <>
      {error && (
        <RefreshFailure error={error} onRetry={retry}>
          Below is its last known state.
        </RefreshFailure>
      )}
      <div className={styles.timeline}>
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={formatDay(day)}>
            <h2 className={styles.day}>{formatDay(day)}</h2>
            <ol className={styles.items}>
              {ofDay.map(item => (
                <TimelineLine key={item.key} item={item} about={about} />
              ))}
            </ol>
          </section>
        ))}
        {hasNextPage ? (
          <div>
            <Button
              onClick={() => void fetchNextPage()}
              disabledReason={isFetchingNextPage ? 'Loading older entries.' : null}
            >
              Show older
            </Button>
          </div>
        ) : (
          endOf(data.pages[0]?.recordedSince ?? null)
        )}
      </div>
    </>
  )
}
