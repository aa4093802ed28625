'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { globalAccountTimelineQuery } from '#app/data/global-account-queries.ts'
import { Message } from '#components/ui/message.tsx'
import { formatExact } from '#lib/util/format.ts'
import { Timeline } from '../../timeline/timeline-list.tsx'

/** Claims, releases and actions of a global account. */
export function TimelineTab({ id }: { readonly id: string }) {
  return (
    <Timeline
      query={useInfiniteQuery(globalAccountTimelineQuery(id))}
      about="global-account"
      endOf={recordedSince => (
        <Message tone="info">
          {recordedSince === null
            ? 'Nothing recorded yet. The console records what it sees from now on.'
            : `Recorded since ${formatExact(recordedSince)}, when the console first started. Anything earlier is not recorded.`}
        </Message>
      )}
    />
  )
}
