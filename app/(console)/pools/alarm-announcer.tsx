'use client'

import { useState } from 'react'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { useSettled } from '#components/ui/use-settled.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { alarmNews } from './alarm-news.ts'

/** Alarms within this time are announced together. */
const THROTTLE_MS = 3_000

/** Announces pools that start or stop to raise an alarm while the page is open. */
export function AlarmAnnouncer({ pools }: { readonly pools: readonly PoolRow[] }) {
  const names = pools
    .flatMap(({ pool }) => (pool ? [poolName(pool)] : []))
    .sort()
    .join('\n')
  const settled = useSettled(names, THROTTLE_MS)
  const [said, setSaid] = useState({ names: settled, message: '' })
  if (said.names !== settled) {
    setSaid({ names: settled, message: alarmNews(linesOf(said.names), linesOf(settled)) })
  }
  return <LiveRegion message={said.message} />
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}
