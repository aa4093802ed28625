import { Fragment } from 'react'
import styles from './flow-sketch.module.css'

/** Numbers of a time slot: `up` is drawn above zero, `down` below. */
export interface FlowSlot {
  /** Label on the time axis. */
  readonly label: string
  readonly up: number
  readonly down: number
}

/** Maximum width of a bar in pixels, for short histories. */
export const MAX_BAR_WIDTH = 32

/** Space at each side of a bar, as share of its slot; the same as in the chart. */
const GAP = 0.19
/** Assumed width of the chart in pixels, before it is measured. */
const USUAL_WIDTH = 600

/** Bars of the chart without axes. Needs no chart library, so it renders at once. */
export function FlowSketch({ slots }: { readonly slots: readonly FlowSlot[] }) {
  const top = Math.max(0, ...slots.map(({ up }) => up))
  const range = top + Math.max(0, ...slots.map(({ down }) => down))
  const width = Math.min(1 - 2 * GAP, (MAX_BAR_WIDTH * slots.length) / USUAL_WIDTH)
  const bar = (at: number) => ({ x: at + (1 - width) / 2, width })
  return (
    <div className={styles.frame}>
      <svg
        aria-hidden="true"
        className={styles.sketch}
        viewBox={`0 0 ${slots.length} ${range || 1}`}
        preserveAspectRatio="none"
      >
        {slots.map(({ label, up, down }, at) => (
          <Fragment key={label}>
            {up > 0 && <rect {...bar(at)} y={top - up} height={up} className={styles.up} />}
            {down > 0 && <rect {...bar(at)} y={top} height={down} className={styles.down} />}
          </Fragment>
        ))}
        <line x1={0} x2={slots.length} y1={top} y2={top} className={styles.zero} />
      </svg>
    </div>
  )
}
