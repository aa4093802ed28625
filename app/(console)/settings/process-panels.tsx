'use client'

import { useQuery } from '@tanstack/react-query'
import type { LiveState } from '#app/data/live-connection.ts'
import { controllersQuery } from '#app/data/operator-queries.ts'
import { useTimeText } from '#components/ui/clock.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { useLastError } from '#components/ui/use-last-error.ts'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'
import type { ControllerRow, ControllersView, LeaderView } from '#lib/queries/operators/controllers.ts'
import { formatCount, formatDuration } from '#lib/util/format.ts'
import { useLive } from '../live-provider.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { formatDatabaseKind } from './database-kind.ts'

const COLUMNS = [
  { header: 'Controller', width: 176 },
  { header: 'Waiting', width: 88, align: 'end' },
  { header: 'Active', width: 88, align: 'end' },
  { header: 'Scheduled', width: 88, align: 'end' },
  { header: 'Queue time', width: 104, align: 'end' },
  { header: 'Runs', align: 'end' },
  { header: 'Retries', width: 88, align: 'end' },
  { header: 'Errors', width: 88, align: 'end' },
] as const

/** The leader of the operators, and the state of the controllers in this process. */
export function ControllersPanel() {
  const { data, error, refetch } = useQuery(controllersQuery())
  const failure = useLastError(data, error)
  return (
    <Panel title="Controllers" aside={data && <Leader leader={data.leader} />}>
      {data ? (
        <Controllers view={data} />
      ) : failure ? (
        <ReadFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <NoLines>Loading…</NoLines>
      )}
    </Panel>
  )
}

function Controllers({ view: { leader, controllers } }: { readonly view: ControllersView }) {
  if (controllers.length === 0) {
    const elsewhere = leader.known && leader.name !== null && !leader.here
    return (
      <NoLines>{elsewhere ? 'The operators run in another process.' : 'No operators run in this process.'}</NoLines>
    )
  }
  return (
    <SmallTable label="Controllers" columns={COLUMNS} folding="late">
      {controllers.map(row => (
        <Line key={row.name} row={row} />
      ))}
    </SmallTable>
  )
}

function Line({ row }: { readonly row: ControllerRow }) {
  const { name, depth, working, scheduled, waitMs, runs, retries, errors } = row
  return (
    <tr>
      <th scope="row">{getControllerName(name)}</th>
      <Count label="waiting" value={depth} />
      <Count label="active" value={working} />
      <Count label="scheduled" value={scheduled} />
      <td data-align="end" data-fold="line" data-label="queue time">
        {formatWait(waitMs, runs)}
      </td>
      <Count label="runs" value={runs} />
      <Count label="retries" value={retries} />
      <Count label="errors" value={errors} />
    </tr>
  )
}

function Count({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <td data-align="end" data-fold="line" data-label={label} className={value === 0 ? text.faint : undefined}>
      {formatCount(value)}
    </td>
  )
}

function Leader({ leader }: { readonly leader: LeaderView }) {
  if (!leader.known) return <span data-tip={leader.reason}>Leader unknown</span>
  if (leader.name === null) return 'no leader'
  const name = leader.here ? 'this process' : <span className={text.mono}>{leader.name}</span>
  if (leader.since === null) return <span>leader: {name}</span>
  return (
    <span>
      leader: {name} for <RelativeTime at={leader.since} as="for" steady />
    </span>
  )
}

/** Display names of the controllers. */
const NAMES: Readonly<Record<string, string>> = {
  cleanup: 'Cleaning',
  cluster: 'Clusters',
  subscription: 'Subscription requests',
  kubeconfig: 'Kubeconfigs',
}

export function getControllerName(name: string): string {
  return NAMES[name] ?? name
}

/**
 * Formats the upper bound of most waits in a queue, e.g. `≤ 50 ms`.
 * `ms` is null without runs, and when the waits exceed the largest bucket (5 minutes).
 */
export function formatWait(ms: number | null, runs: number): string {
  if (ms === null) return runs === 0 ? '—' : '> 5 min'
  return ms < 1_000 ? `≤ ${ms} ms` : `≤ ${ms / 1_000} s`
}

const SOURCE_COLUMNS = [
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
    <Panel title="Data sources">
      <SmallTable label="Data sources" columns={SOURCE_COLUMNS} folding="late">
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
