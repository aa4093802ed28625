import Link from 'next/link'
import { cx } from '#components/ui/cx.ts'
import { CellLink } from '#components/ui/links.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { formatCount } from '#lib/util/format.ts'
import { STATE_NAMES, StateGlyph } from './binding-state.tsx'
import bars from './capacity-bar.module.css'
import stateStyles from './state.module.css'
import styles from './state-counts-line.module.css'
import figureStyles from './state-figures.module.css'

/** Number of bindings by state; a missing state has none. */
export type CountsByState = Readonly<Partial<Record<BindingState, number>>>

/** Lists the states with at least one binding, in display order. */
function listStates(counts: CountsByState): readonly (readonly [BindingState, number])[] {
  return BINDING_STATES.flatMap(state => {
    const count = counts[state] ?? 0
    return count > 0 ? [[state, count] as const] : []
  })
}

function countAll(counts: CountsByState): number {
  return listStates(counts).reduce((sum, [, count]) => sum + count, 0)
}

/** Formats counts: `37 claimed, 3 dirty, 4 free`. */
function describeCounts(counts: CountsByState): string {
  return listStates(counts)
    .map(([state, count]) => `${formatCount(count)} ${state}`)
    .join(', ')
}

interface StateCountsLineProps {
  readonly counts: CountsByState
  /** Path of the list of bindings in a state. */
  readonly hrefOf: (state: BindingState) => string
}

/** Glyph and count of each state, linked to its bindings. Shown below a capacity bar. */
export function StateCountsLine({ counts, hrefOf }: StateCountsLineProps) {
  return (
    <span className={styles.line}>
      {listStates(counts).map(([state, count]) => (
        <CellLink key={state} href={hrefOf(state)} className={styles.count} data-tip={STATE_NAMES[state].label}>
          <StateGlyph state={state} size={10} />
          {formatCount(count)}
          <VisuallyHidden> {state}</VisuallyHidden>
        </CellLink>
      ))}
    </span>
  )
}

interface StateFiguresProps {
  readonly counts: CountsByState
  readonly hrefOf: (state: BindingState) => string
}

/**
 * Counts of all states, including empty ones, so that positions are stable. Each links to its
 * bindings.
 */
export function StateFigures({ counts, hrefOf }: StateFiguresProps) {
  return (
    <ul className={figureStyles.figures} aria-label="Accounts by state">
      {BINDING_STATES.map(state => {
        const count = counts[state] ?? 0
        return (
          <li key={state} className={figureStyles.cell}>
            <Link
              href={hrefOf(state)}
              prefetch={false}
              className={figureStyles.link}
              data-tip={STATE_NAMES[state].meaning}
            >
              <span className={figureStyles.name}>
                <StateGlyph state={state} />
                {STATE_NAMES[state].label}
              </span>{' '}
              <span className={cx(figureStyles.figure, count === 0 && figureStyles.zero)}>{formatCount(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

interface CapacityBarProps {
  readonly counts: CountsByState
  /** Free accounts below which the pool raises an alarm; drawn as a notch, measured from the right. */
  readonly lowWater?: number | null
  /** Pixels: 4 thin, 8 (default), 12 thick. */
  readonly height?: 4 | 8 | 12
}

/** Maximum number of accounts drawn as single cells. */
const CELLS = 60

/**
 * Utilization of a pool: used accounts from the left, free ones hollow at the right. A notch left
 * of the hollow part marks a low pool.
 */
export function CapacityBar({ counts, lowWater = null, height = 8 }: CapacityBarProps) {
  const total = countAll(counts)
  if (total === 0) return <div className={bars.none} style={{ height }} role="img" aria-label="no bindings" />
  const mark = lowWater !== null && lowWater > 0 && lowWater < total
  const label = mark ? `${describeCounts(counts)}; low-water mark ${formatCount(lowWater)}` : describeCounts(counts)
  return (
    <div className={bars.bar} style={{ height }} role="img" aria-label={label} data-tip={label}>
      {total <= CELLS ? <Cells counts={counts} /> : <Parts counts={counts} />}
      {mark && <b className={bars.mark} style={{ left: `${100 - (lowWater / total) * 100}%` }} />}
    </div>
  )
}

function Cells({ counts }: { readonly counts: CountsByState }) {
  return listStates(counts).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells of one state are alike
      <i key={`${state}-${index}`} className={cx(bars.part, bars.cell, stateStyles[state], bars[state])} />
    )),
  )
}

function Parts({ counts }: { readonly counts: CountsByState }) {
  return listStates(counts).map(([state, count]) => (
    <i key={state} className={cx(bars.part, stateStyles[state], bars[state])} style={{ flexGrow: count }} />
  ))
}
