import { Message } from '#components/ui/message.tsx'
import { formatExact } from '#lib/util/format.ts'

interface TimelineEndProps {
  readonly recordedSince: string | null
  readonly createdAt: string
  /** Time of the oldest entry; null without entries. */
  readonly oldestAt: string | null
}

/** Explains where a timeline ends: it lacks events before the console's first start. */
export function TimelineEnd({ recordedSince, createdAt, oldestAt }: TimelineEndProps) {
  if (recordedSince === null)
    return <Message tone="info">Nothing recorded yet. The console records what it sees from now on.</Message>
  if (oldestAt !== null && Date.parse(oldestAt) < Date.parse(createdAt))
    return (
      <Message tone="info">
        The binding was recreated in Gardener {formatExact(createdAt)}. Older entries are about the object that had this
        name before.
      </Message>
    )
  if (Date.parse(createdAt) >= Date.parse(recordedSince))
    return <Message tone="info">Complete since it was created in Gardener, {formatExact(createdAt)}.</Message>
  return (
    <Message tone="info">
      Recorded since {formatExact(recordedSince)}, when the console first started. The binding was created in Gardener{' '}
      {formatExact(createdAt)}; who owned it before that is not recorded.
    </Message>
  )
}
