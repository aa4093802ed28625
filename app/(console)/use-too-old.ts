'use client'

import { formatClock } from '#lib/util/format.ts'
import { useLive } from './live-provider.tsx'

/** Why nobody can act on what the page shows, as sentences; null as long as it is current enough. The server refuses it as well. */
export function useTooOld(): string | null {
  const { phase, asOf } = useLive()
  if (phase !== 'stale') return null
  const since = asOf === null ? '' : ` since ${formatClock(new Date(asOf).toISOString())} UTC`
  return `Stale${since}, so it is unknown who uses the account. Try again once the page is live.`
}
