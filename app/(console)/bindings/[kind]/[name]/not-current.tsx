import { Strip } from '#components/ui/message.tsx'
import { formatClock } from '#lib/util/format.ts'
import { NotReadAgain } from '../../../not-read-again.tsx'

interface NotCurrentProps {
  /** The binding was deleted; false when a refresh failed. */
  readonly missing: boolean
  readonly error: Error
  /** Milliseconds since 1970. */
  readonly seenAt: number
  readonly onRetry: () => void
}

/** Warns that the page shows an outdated version of the binding. */
export function NotCurrent({ missing, error, seenAt, onRetry }: NotCurrentProps) {
  if (missing) {
    return (
      <Strip tone="warn" announce>
        This binding is gone: it was deleted or lost its HAP labels. Below is its last known state.
      </Strip>
    )
  }
  return (
    <NotReadAgain error={error} onRetry={onRetry}>
      Below is how it was at {formatClock(new Date(seenAt).toISOString())} UTC.
    </NotReadAgain>
  )
}
