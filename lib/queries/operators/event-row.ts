import type { EventObject } from '#lib/operators/framework/event-recorder.ts'

/** An event as pages show it. */
export interface EventRow {
  readonly id: string
  readonly isWarning: boolean
  readonly reason: string
  readonly note: string
  readonly count: number
  /** When it happened last, RFC 3339; null where nobody says. */
  readonly at: string | null
  /** Who reports it, without the domain: `cluster-operator`. */
  readonly by: string
}

/** An event as pages show it. */
export function eventRow({
  metadata,
  type,
  reason,
  note,
  series,
  eventTime,
  reportingController,
}: EventObject): EventRow {
  return {
    id: metadata?.uid ?? metadata?.name ?? '',
    isWarning: type === 'Warning',
    reason: reason ?? '',
    note: note ?? '',
    count: series?.count ?? 1,
    at: series?.lastObservedTime ?? eventTime ?? metadata?.creationTimestamp ?? null,
    by: reportingController?.split('/').at(-1) ?? '',
  }
}
