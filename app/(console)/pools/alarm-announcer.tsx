'use client'

import { useState } from 'react'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { useSettled } from '#components/ui/use-settled.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'

/** Alarms within this time are announced together. */
const THROTTLE_MS = 3_000

/** Announces pools that start or stop to raise an alarm while the page is open. */
export function AlarmAnnouncer({ pools }: { readonly pools: readonly PoolRow[] }) {
  const names = pools
    .flatMap(({ pool }) => (pool ? [poolName(pool)] : []))
    .sort()
    .join('\n')
  const settled = useSettled(names, THROTTLE_MS)
  const [announced, setAnnounced] = useState({ names: settled, message: '' })
  if (announced.names !== settled) {
    setAnnounced({ names: settled, message: formatAlarmChange(linesOf(announced.names), linesOf(settled)) })
  }
  return <LiveRegion message={announced.message} />
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}

/** Announcement for a changed set of alarms, given by pool names; empty without a change. */
export function formatAlarmChange(before: readonly string[], now: readonly string[]): string {
  const raised = now.filter(name => !before.includes(name))
  const ended = before.filter(name => !now.includes(name))
  return [
    raised.length > 0 && `Alert: ${raised.join(', ')} ${raised.length === 1 ? 'is' : 'are'} low.`,
    ended.length > 0 && `Alert cleared: ${ended.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
