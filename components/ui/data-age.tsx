'use client'

import { formatDuration, formatExact } from '#lib/util/format.ts'
import { useTimeText } from './clock-provider.tsx'
import styles from './data-age.module.css'

interface DataAgeProps {
  /**
   * When the shown data was last known to be current, in epoch milliseconds of the server's clock;
   * null before the first data.
   */
  readonly asOf: number | null
}

/** Time since the last response from Gardener, the maximum age of the shown data; the exact time on hover. */
export function DataAge({ asOf }: DataAgeProps) {
  const text = useTimeText(now =>
    asOf === null ? 'reading data' : `heard from Gardener ${formatDuration(now - asOf)} ago`,
  )
  const exact = asOf === null ? undefined : new Date(asOf).toISOString()
  return (
    <time dateTime={exact} data-tip={exact && formatExact(exact)} className={styles.age}>
      {text}
    </time>
  )
}
