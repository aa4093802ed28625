import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { DEFAULT_WINDOW, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import { describeAlarm, describeRunway, RUNWAY_UNKNOWN } from './pool-labels.ts'
import { bindingsOfPool, bindingsOfPools, usableOfPool, usableOfPools } from './pool-links.ts'

interface CapacityProps {
  readonly row: PoolRow
  /** Runway for days other than the default; null where the page shows it elsewhere. */
  readonly runway?: { readonly runway: Runway; readonly window: Window } | null | undefined
}

/**
 * Capacity of a pool: free and usable accounts with their runway, or the utilization of shared
 * accounts.
 */
export function Capacity({ row, runway = defaultRunway(row) }: CapacityProps) {
  const { problem, shared, shoots, states, usable } = row
  if (problem === 'no-binding') return <Verdict outcome="wrong">missing pool</Verdict>
  if (problem === 'only-queue') return <Verdict outcome="wrong">no accounts</Verdict>
  if (shared) {
    if (problem === 'exhausted') {
      return <Verdict outcome="wrong">{states.shared > 0 ? '0 usable' : '0 in use'}</Verdict>
    }
    if (states.shared === 0) return <span className={text.muted}>0 in use</span>
    return (
      <span className={text.muted}>
        no limit, avg. <IfRead what="shoots">{formatCount(Math.round(shoots / states.shared))}</IfRead> shoots
      </span>
    )
  }
  const room = (
    <>
      <Free count={states.free} href={bindingsOfPool(row.key, 'free')} />
      <Usable count={usable} free={states.free} href={usableOfPool(row.key)} />
      {runway && <RunwayText {...runway} />}
    </>
  )
  if (problem === 'exhausted') return <Verdict outcome="wrong">{room}</Verdict>
  if (!row.low) return room
  return (
    <span data-tip={`Alert: ${describeAlarm(row)}`}>
      <Verdict outcome="warn">{room}</Verdict>
    </span>
  )
}

function defaultRunway({ water }: PoolRow): CapacityProps['runway'] {
  return water && { runway: water.runway, window: DEFAULT_WINDOW }
}

/** Free and usable accounts of a group; renders nothing for a group of shared pools. */
export function GroupCapacity({ group: { pools, states, usable } }: { readonly group: PoolGroup }) {
  const dedicated = pools.filter(row => !row.shared && row.accounts > 0)
  if (dedicated.length === 0) return null
  return (
    <>
      <Free count={states.free} href={bindingsOfPools(pools, 'free')} />
      <Usable count={usable} free={states.free} href={usableOfPools(pools)} />
    </>
  )
}

interface AccountsProps {
  readonly count: number
  /** List of these accounts; null without one. */
  readonly href: string | null
}

function Free({ count, href }: AccountsProps) {
  return <Accounts count={count} href={href} label={`${formatCount(count)} free`} />
}

/** Usable accounts, where these are fewer than the free ones. */
function Usable({ count, free, href }: AccountsProps & { readonly free: number }) {
  if (count >= free) return null
  return (
    <>
      , <Accounts count={count} href={href} label={`${formatCount(count)} usable`} />
    </>
  )
}

function Accounts({ count, href, label }: AccountsProps & { readonly label: string }) {
  return href === null || count === 0 ? label : <CellLink href={href}>{label}</CellLink>
}

interface RunwayTextProps {
  readonly runway: Runway
  /** Days that the rate was measured over. */
  readonly window: Window
}

/** Runway of a pool, short enough for a cell: ` · 9 d`, ` · steady`. */
function RunwayText({ runway, window }: RunwayTextProps) {
  return (
    <span className={text.muted} data-tip={describeRunway(runway, window)}>
      {' '}
      · {formatRunway(runway)}
    </span>
  )
}

function formatRunway(runway: Runway) {
  if (runway.kind === 'days') return `${formatCount(runway.days)} d`
  if (runway.kind === 'steady') return 'steady'
  return (
    <>
      <span aria-hidden="true">?</span>
      <VisuallyHidden>{RUNWAY_UNKNOWN}</VisuallyHidden>
    </>
  )
}
