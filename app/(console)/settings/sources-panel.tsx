'use client'

import type { LiveState } from '#app/data/live-connection.ts'
import { useTimeText } from '#components/ui/clock-provider.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'
import { formatDuration } from '#lib/util/format.ts'
import { useLive } from '../live-provider.tsx'
import { formatDatabaseKind } from './database-kind.ts'

const COLUMNS = [
  { header: 'Source', width: 176 },
  { header: 'State', width: 160 },
  { header: 'Last contact', width: 104 },
  { header: 'Details' },
]

/** The data sources of the pages, with their age. */
export function SourcesPanel() {
  const live = useLive()
  const { health } = live
  if (health === null) return null
  const { at, sources, plans, resources, database, problems } = health
  return (
    <Panel title="Sources of data">
      <SmallTable label="Sources of data" columns={COLUMNS} folding="late">
        {[...sources, ...plans, ...resources].map(source => (
          <SourceRow key={source.source} source={source} state={formatSourceState(source.phase, live)} at={at} />
        ))}
        <tr>
          <th scope="row">Database</th>
          <td data-fold="aside">{formatSourceState(database.state, live)}</td>
          <td data-fold="line">
            <Since at={database.since} />
          </td>
          <td data-wrap data-fold="end" className={text.faint}>
            {formatDatabaseKind(database.kind)}
          </td>
        </tr>
        {problems.map(problem => (
          <tr key={problem}>
            <th scope="row">Console</th>
            <td data-fold="aside">degraded</td>
            <td data-fold="line" />
            <td data-wrap data-fold="end">
              {problem}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

interface SourceRowProps {
  readonly source: Source
  readonly state: string
  /** Time of the health report: milliseconds since 1970, server clock. */
  readonly at: number
}

function SourceRow({ source: { source, ageMs, message }, state, at }: SourceRowProps) {
  const heard = useTimeText(now => (ageMs === null ? 'never' : `${formatDuration(now - at + ageMs)} ago`))
  return (
    <tr>
      <th scope="row">{source}s</th>
      <td data-fold="aside">{state}</td>
      <td data-fold="line">{heard}</td>
      <td data-wrap data-fold="end">
        {message ?? <span className={text.faint}>—</span>}
      </td>
    </tr>
  )
}

function Since({ at }: { readonly at: number }) {
  return useTimeText(now => `for ${formatDuration(now - at)}`)
}

type Source = ConsoleHealth['sources' | 'plans' | 'resources'][number]
type State = Source['phase'] | ConsoleHealth['database']['state']

const STATE_LABELS: Readonly<Record<State, string>> = {
  starting: 'loading',
  live: 'live',
  reconnecting: 'reconnecting',
  stale: 'stale',
  refused: 'not allowed',
  absent: 'not served',
  up: 'up',
  down: 'down',
}

/** Label for the state of a source; the last known state while the page has no connection to the server. */
export function formatSourceState(state: State, { phase, health }: Pick<LiveState, 'phase' | 'health'>): string {
  const lost = phase === 'signed-out' || (phase !== 'connecting' && phase !== health?.phase)
  return lost ? `unknown, was ${STATE_LABELS[state]}` : STATE_LABELS[state]
}
