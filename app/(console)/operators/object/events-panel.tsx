'use client'

import { useQuery } from '@tanstack/react-query'
import { type OperatorList, objectEventsQuery } from '#app/data/operator-queries.ts'
import { Verdict } from '#components/hap/verdict.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { EventRow } from '#lib/queries/operators/object-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { RefreshFailure } from '../../read-failure.tsx'

const COLUMNS = [
  { header: 'Event', width: 184 },
  { header: 'By', width: 160, wide: true },
  { header: 'Note' },
  { header: 'Times', width: 64, align: 'end' },
  { header: 'Last', width: 96, align: 'end' },
] as const

interface EventsPanelProps {
  readonly list: OperatorList
  readonly name: string
}

/** Lists the Kubernetes events of an object. The API server keeps events for about an hour. */
export function EventsPanel({ list, name }: EventsPanelProps) {
  const { data, error, refetch } = useQuery(objectEventsQuery(list, name))
  return (
    <Panel id="events" title="Events" aside="last hour">
      {error && <RefreshFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <Skeleton width="100%" height={96} />
      ) : data.events.length === 0 ? (
        <NoLines>No recent events.</NoLines>
      ) : (
        <SmallTable label="Events" columns={COLUMNS} folding>
          {data.events.map(event => (
            <EventLine key={event.id} event={event} />
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

function EventLine({ event: { isWarning, reason, by, note, count, at } }: { readonly event: EventRow }) {
  return (
    <tr>
      <th scope="row">
        <Verdict outcome={isWarning ? 'warn' : 'info'}>{reason}</Verdict>
      </th>
      <td data-wide data-fold="line">
        <span className={text.muted}>{by}</span>
      </td>
      <td data-wrap data-fold="line">
        {note}
      </td>
      <td data-align="end" data-fold="aside">
        {formatCount(count)}
      </td>
      <td data-align="end" data-fold="end">
        {at === null ? '—' : <RelativeTime at={at} />}
      </td>
    </tr>
  )
}
