'use client'

import { formatAhead, formatDay, formatDuration, formatExact, formatRemaining } from '#lib/util/format.ts'
import { useTimeText } from './clock.tsx'
import ageStyles from './data-age.module.css'
import styles from './relative-time.module.css'

interface RelativeTimeProps {
  /** RFC 3339. */
  readonly at: string
  /**
   * `ago` for an event ("4 min ago"), `for` for a duration ("214 d"). A future time is "in 4 min",
   * and with `until`, where minutes matter, "in 1 h 4 min".
   */
  readonly as?: 'ago' | 'for' | 'until'
  /** Reserves the maximum width on a phone, so that a growing time does not change line breaks. */
  readonly steady?: boolean
}

/** Relative time; the exact UTC time as tooltip. */
export function RelativeTime({ at, as = 'ago', steady = false }: RelativeTimeProps) {
  const time = Date.parse(at)
  const text = useTimeText(now => textOf(time, now, as))
  if (Number.isNaN(time)) return '—'
  const exact = formatExact(at)
  return (
    <time dateTime={at} data-tip={exact} className={steady ? styles[as === 'for' ? 'length' : 'moment'] : undefined}>
      {text}
    </time>
  )
}

function textOf(time: number, now: number, as: RelativeTimeProps['as']): string {
  if (as === 'for') return formatDuration(now - time)
  // A few seconds ahead is skew between clocks, not the future.
  if (time - now > 5_000) return `in ${(as === 'until' ? formatRemaining : formatAhead)(time - now)}`
  return `${formatDuration(now - time)} ago`
}

/** A date, `21 Apr 2026`; the exact UTC time as tooltip. Takes RFC 3339. */
export function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} data-tip={formatExact(at)}>
      {formatDay(at)}
    </time>
  )
}

interface DataAgeProps {
  /**
   * When the shown data was last known to be current, in epoch milliseconds of the server's clock;
   * null before the first data.
   */
  readonly asOf: number | null
}

/**
 * Time since the last response from Gardener, the maximum age of the shown data; the exact time as
 * tooltip.
 */
export function DataAge({ asOf }: DataAgeProps) {
  const text = useTimeText(now => (asOf === null ? 'Loading…' : `Gardener: updated ${formatDuration(now - asOf)} ago`))
  const exact = asOf === null ? undefined : new Date(asOf).toISOString()
  return (
    <time dateTime={exact} data-tip={exact && formatExact(exact)} className={ageStyles.age}>
      {text}
    </time>
  )
}
