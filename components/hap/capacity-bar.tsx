import { cx } from '#components/ui/cx.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './capacity-bar.module.css'
import { type CountsByState, describeCounts, occurring, totalOf } from './counts-by-state.ts'
import stateStyles from './state.module.css'

interface CapacityBarProps {
  readonly counts: CountsByState
  /** Free accounts below which the pool raises an alarm; drawn as a notch, measured from the right. */
  readonly lowWater?: number | null
  /** Pixels: 4 thin, 8 (default), 12 thick. */
  readonly height?: 4 | 8 | 12
}

/** Up to this many accounts each has its own cell. */
const CELLS = 60

/** Used accounts solid from the left, room hollow at the right. A notch left of the hollow part means too little room. */
export function CapacityBar({ counts, lowWater = null, height = 8 }: CapacityBarProps) {
  const total = totalOf(counts)
  if (total === 0) return <div className={styles.none} style={{ height }} role="img" aria-label="no bindings" />
  const mark = lowWater !== null && lowWater > 0 && lowWater < total
  const label = mark ? `${describeCounts(counts)}; low-water mark ${formatCount(lowWater)}` : describeCounts(counts)
  return (
    <div className={styles.bar} style={{ height }} role="img" aria-label={label} data-tip={label}>
      {total <= CELLS ? <Cells counts={counts} /> : <Parts counts={counts} />}
      {mark && <b className={styles.mark} style={{ left: `${100 - (lowWater / total) * 100}%` }} />}
    </div>
  )
}

function Cells({ counts }: { readonly counts: CountsByState }) {
  return occurring(counts).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells of one state are alike
      <i key={`${state}-${index}`} className={cx(styles.part, styles.cell, stateStyles[state], styles[state])} />
    )),
  )
}

function Parts({ counts }: { readonly counts: CountsByState }) {
  return occurring(counts).map(([state, count]) => (
    <i key={state} className={cx(styles.part, stateStyles[state], styles[state])} style={{ flexGrow: count }} />
  ))
}
