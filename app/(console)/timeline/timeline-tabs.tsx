'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { globalAccountTimelineQuery } from '#app/data/global-account-queries.ts'
import { Message } from '#components/ui/message.tsx'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatExact } from '#lib/util/format.ts'
import { Timeline } from './timeline-list.tsx'

/** Owners and actions of the binding. */
export function BindingTimelineTab({ detail: { row } }: { readonly detail: BindingDetail }) {
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

interface TimelineEndProps {
  readonly recordedSince: string | null
  readonly createdAt: string
  /** Time of the oldest entry; null without entries. */
  readonly oldestAt: string | null
}

/** Explains where a timeline ends: it lacks events before the console's first start. */
export function TimelineEnd({ recordedSince, createdAt, oldestAt }: TimelineEndProps) {
  if (recordedSince === null)
    return <Message tone="info">Nothing recorded yet. Changes are recorded from now on.</Message>
  if (oldestAt !== null && Date.parse(oldestAt) < Date.parse(createdAt))
    return (
      <Message tone="info">
        The binding was recreated in Gardener {formatExact(createdAt)}. Older entries refer to a previous object of the
        same name.
      </Message>
    )
  if (Date.parse(createdAt) >= Date.parse(recordedSince))
    return <Message tone="info">Complete since it was created in Gardener, {formatExact(createdAt)}.</Message>
  return (
    <Message tone="info">
      Recorded since {formatExact(recordedSince)}, when the console first started. The binding was created in Gardener{' '}
      {formatExact(createdAt)}; earlier owners are not recorded.
    </Message>
  )
}

/** Claims, releases and actions of a global account. */
export function GlobalAccountTimelineTab({ id }: { readonly id: string }) {
  return (
    <Timeline
      query={useInfiniteQuery(globalAccountTimelineQuery(id))}
      about="global-account"
      endOf={recordedSince => (
        <Message tone="info">
          {recordedSince === null
            ? 'Nothing recorded yet. Changes are recorded from now on.'
            : `Recorded since ${formatExact(recordedSince)}, when the console first started. Earlier events are not recorded.`}
        </Message>
      )}
    />
  )
}
