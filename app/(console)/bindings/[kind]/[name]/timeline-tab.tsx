'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { Timeline } from '../../../timeline/timeline.tsx'
import { TimelineEnd } from './timeline-end.tsx'

/** Owners and actions of the binding. */
export function TimelineTab({ detail: { row } }: { readonly detail: BindingDetail }) {
  const query = useInfiniteQuery(bindingTimelineQuery(row.kind, row.name))
  const oldestAt = query.data?.pages.at(-1)?.items.at(-1)?.at ?? null
  return (
    <Timeline
      query={query}
      about="binding"
      endOf={recordedSince => (
        <TimelineEnd recordedSince={recordedSince} createdAt={row.createdAt} oldestAt={oldestAt} />
      )}
    />
  )
}
