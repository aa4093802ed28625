'use client'

import { formatClock } from '#lib/util/format.ts'
import { useLive } from './live-provider.tsx'

/**
 * Why the page is too old for actions, as sentences; null while it is current. The server checks
 * this too.
 */
export function useTooOld(): string | null {
  const { phase, asOf } = useLive()
  if (phase !== 'stale') return null
  const since = asOf === null ? '' : ` since ${formatClock(new Date(asOf).toISOString())} UTC`
  return `Stale${since}, so it is unknown who uses the account. Try again once the page is live.`
}
