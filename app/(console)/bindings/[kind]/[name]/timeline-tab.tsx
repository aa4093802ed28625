'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { Timeline } from '../../../timeline/timeline.tsx'
import { TimelineEnd } from './timeline-end.tsx'

/** Who had the binding, what was done to it and by whom. */
export function TimelineTab({ detail: { row } }: { readonly detail: BindingDetail }) {
  return (
    <Timeline
      query={useInfiniteQuery(bindingTimelineQuery(row.kind, row.name))}
      about="binding"
      endOf={recordedSince => <TimelineEnd recordedSince={recordedSince} createdAt={row.createdAt} />}
    />
  )
}
