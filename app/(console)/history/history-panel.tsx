'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { FlowSketch } from '#app/(console)/history/flow-sketch.tsx'
import { historyQuery } from '#app/data/overview-queries.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Day } from '#components/ui/relative-time.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { HISTORY_WINDOWS } from '#lib/hap/pools/alarm.ts'
import type { HistoryDay, PoolHistory } from '#lib/queries/pools/pool-history.ts'
import { formatCount, formatDay, formatPlural } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './history.module.css'
import { useHistoryWindow } from './use-runway.ts'

const OPTIONS = HISTORY_WINDOWS.map(days => ({ value: String(days), label: `${days} d` }))

const COLUMNS = [
  { header: 'Day (UTC)' },
  { header: 'Claimed', width: 96, align: 'end' },
  { header: 'Freed', width: 96, align: 'end' },
] as const

// Loads the chart library when the panel scrolls into view, because it is larger than the rest of
// the page.
const FlowChart = lazy(async () => ({ default: (await import('#app/(console)/history/flow-chart.tsx')).FlowChart }))

const CHART_HEIGHT = 176

/**
 * Accounts claimed and freed per day as a chart and as numbers, for all pools or for the pool with
 * a key.
 */
export function HistoryPanel({ pool = null }: { readonly pool?: string | null }) {
  const [window, setWindow] = useHistoryWindow()
  const { data, error, refetch } = useQuery(historyQuery(window, pool))
  const retry = () => void refetch()
  return (
    <Panel
      title="Claims and releases"
      aside={<Segmented label="Window" value={String(window)} options={OPTIONS} onChange={setWindow} />}
      padded
    >
      {data && error && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        <History history={data} />
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <Skeleton width="100%" height={CHART_HEIGHT + 28} />
      )}
    </Panel>
  )
}

function History({ history: { days, since, longEnough } }: { readonly history: PoolHistory }) {
  const [ref, seen] = useWasVisible<HTMLDivElement>()
  const [chosen, choose] = useState<number | null>(null)
  const day = chosen === null ? null : days[chosen]
  if (since === null) return <NoLines>No history yet.</NoLines>
  const slots = days.map(({ day: label, claimed, freed }) => ({ label: label.slice(5), up: claimed, down: freed }))
  const sketch = <FlowSketch slots={slots} />
  return (
    <div ref={ref} className={styles.history}>
      <p>
        {day ? `${formatDay(day.day)}: ${flowWords([day])}` : flowWords(days)}
        {!day && !longEnough && (
          <span className={text.muted}>
            {' '}
            · recorded since <Day at={since} />, not enough data for a runway yet
          </span>
        )}
      </p>
      <Suspense fallback={sketch}>{seen ? <FlowChart slots={slots} onChoose={choose} /> : sketch}</Suspense>
      <Disclosure summary="Show as table">
        <DayTable days={days} />
      </Disclosure>
    </div>
  )
}

function DayTable({ days }: { readonly days: readonly HistoryDay[] }) {
  return (
    <SmallTable label="Claims and releases per day" columns={COLUMNS} folding="late">
      {days.toReversed().map(({ day, claimed, freed }) => (
        <tr key={day}>
          <th scope="row">{day}</th>
          <td data-align="end" data-fold="line" data-label="Claimed">
            {formatCount(claimed)}
          </td>
          <td data-align="end" data-fold="end" data-label="Freed">
            {formatCount(freed)}
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** `12 claimed, 9 freed in 30 days`; without the last part for a single day. */
function flowWords(days: readonly HistoryDay[]): string {
  const claimed = days.reduce((sum, day) => sum + day.claimed, 0)
  const freed = days.reduce((sum, day) => sum + day.freed, 0)
  const words = `${formatCount(claimed)} claimed, ${formatCount(freed)} freed`
  return days.length === 1 ? words : `${words} in ${formatPlural(days.length, 'day')}`
}

/**
 * Share of the element that has to be visible, so that an edge in the window does not trigger the
 * load.
 */
const VISIBLE_SHARE = 0.7

/** Whether most of an element has been visible; stays true from then on. */
function useWasVisible<Element extends HTMLElement>(): readonly [RefObject<Element | null>, boolean] {
  const ref = useRef<Element>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || seen) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return [ref, seen]
}
