'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { formatDay } from '#components/ui/format.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { NotReadAgain } from '../../../not-read-again.tsx'
import { ReadFailure } from '../../../read-failure.tsx'
import { useKeptError } from '../../../use-kept-error.ts'
import { ReadingTab } from './reading-tab.tsx'
import styles from './timeline.module.css'
import { TimelineEnd } from './timeline-end.tsx'
import { TimelineLine } from './timeline-line.tsx'

/** Who had the binding, what was done to it and by whom, newest first, as far as the console knows. */
export function TimelineTab({ detail: { row } }: { readonly detail: BindingDetail }) {
  const query = useInfiniteQuery(bindingTimelineQuery(row.kind, row.name))
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const error = useKeptError(data, query.error)
  const readAgain = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={readAgain} /> : <ReadingTab />
  const items = data.pages.flatMap(page => page.items)
  const days = Map.groupBy(items, ({ at }) => at.slice(0, 10))
  return (
    <>
      {error && (
        <NotReadAgain error={error} onRetry={readAgain}>
          Below is how it was.
        </NotReadAgain>
      )}
      <div className={styles.timeline}>
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={formatDay(day)}>
            <h2 className={styles.day}>{formatDay(day)}</h2>
            <ol className={styles.items}>
              {ofDay.map(item => (
                <TimelineLine key={item.key} item={item} />
              ))}
            </ol>
          </section>
        ))}
        {hasNextPage ? (
          <div>
            <Button
              onClick={() => void fetchNextPage()}
              disabledReason={isFetchingNextPage ? 'What is older is on its way.' : null}
            >
              Show older
            </Button>
          </div>
        ) : (
          <TimelineEnd recordedSince={data.pages[0]?.recordedSince ?? null} createdAt={row.createdAt} />
        )}
      </div>
    </>
  )
}
