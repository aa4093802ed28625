'use client'

import { LiveRegion } from '#components/ui/live-region.tsx'
import { formatClock, formatExact } from '#lib/util/format.ts'
import styles from './live-indicator.module.css'

/** How current a page is. */
export type LivePhase = 'connecting' | 'live' | 'reconnecting' | 'stale' | 'signed-out' | 'other-person'

interface LiveIndicatorProps {
  readonly phase: LivePhase
  /** Latest time at which the data was current, in epoch milliseconds. */
  readonly asOf: number | null
}

const WORDS: Record<LivePhase, string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  stale: 'Stale',
  'signed-out': 'Signed out',
  'other-person': 'Other user',
}

/** Shows whether the page is live, and announces when it becomes stale or disconnected. */
export function LiveIndicator({ phase, asOf }: LiveIndicatorProps) {
  const since = phase === 'stale' && asOf !== null ? new Date(asOf).toISOString() : null
  const words = since === null ? WORDS[phase] : `Stale since ${formatClock(since)}`
  return (
    <span className={styles.live} data-phase={phase} data-tip={since === null ? undefined : formatExact(since)}>
      {words}
      <LiveRegion message={phase === 'connecting' || phase === 'live' ? '' : words} />
    </span>
  )
}
