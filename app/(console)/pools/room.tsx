import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import { DEFAULT_WINDOW, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import { alarmWords } from './alarm-words.ts'
import { bindingsOfPool, bindingsOfPools, usableOfPool } from './pool-bindings.ts'
import { RunwayText } from './runway-text.tsx'

interface RoomProps {
  readonly row: PoolRow
  /** Runway for days other than the default; null where the page shows it elsewhere. */
  readonly lasting?: { readonly runway: Runway; readonly window: Window } | null | undefined
}

/**
 * Capacity of a pool: free and usable accounts with their runway, or the utilization of shared
 * accounts.
 */
export function Room({ row, lasting = usualOf(row) }: RoomProps) {
  const { problem, shared, shoots, states, usable } = row
  if (problem === 'no-binding') return <Verdict outcome="wrong">rule without pool</Verdict>
  if (problem === 'only-queue') return <Verdict outcome="wrong">no account</Verdict>
  if (shared) {
    if (problem === 'exhausted') {
      return <Verdict outcome="wrong">{states.shared > 0 ? '0 usable' : '0 in use'}</Verdict>
    }
    if (states.shared === 0) return <span className={text.muted}>0 in use</span>
    return (
      <span className={text.muted}>
        no limit, <IfRead what="shoots">{formatCount(Math.round(shoots / states.shared))}</IfRead> shoots each
      </span>
    )
  }
  const room = (
    <>
      <Free count={states.free} href={bindingsOfPool(row.key, 'free')} />
      {usable < states.free && (
        <>
          , <Usable row={row} />
        </>
      )}
      {lasting && <RunwayText {...lasting} />}
    </>
  )
  if (problem === 'exhausted') return <Verdict outcome="wrong">{room}</Verdict>
  if (!row.low) return room
  return (
    <span data-tip={`Alarm: ${alarmWords(row)}`}>
      <Verdict outcome="warn">{room}</Verdict>
    </span>
  )
}

function usualOf({ water }: PoolRow): RoomProps['lasting'] {
  return water && { runway: water.runway, window: DEFAULT_WINDOW }
}

/** Free accounts of a group; renders nothing for a group of shared pools. */
export function GroupRoom({ group: { pools, states } }: { readonly group: PoolGroup }) {
  const dedicated = pools.filter(row => !row.shared && row.accounts > 0)
  if (dedicated.length === 0) return null
  return <Free count={states.free} href={bindingsOfPools(pools, 'free')} />
}

function Usable({ row: { key, usable } }: { readonly row: PoolRow }) {
  const words = `${formatCount(usable)} usable`
  if (usable > 0) return <CellLink href={usableOfPool(key)}>{words}</CellLink>
  return words
}

function Free({ count, href }: { readonly count: number; readonly href: string | null }) {
  const words = `${formatCount(count)} free`
  return href === null || count === 0 ? words : <CellLink href={href}>{words}</CellLink>
}
