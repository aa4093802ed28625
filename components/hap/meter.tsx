import { cx } from '#components/ui/cx.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './meter.module.css'

interface MeterProps {
  readonly value: number
  readonly limit: number
  /** Unit of the value: "clusters". */
  readonly unit: string
  readonly width?: number
}

/** One value against its limit. Grey up to the limit, orange above it; never a state colour. */
export function Meter({ value, limit, unit, width = 96 }: MeterProps) {
  const share = limit === 0 ? 0 : Math.min(1, value / limit)
  return (
    <span
      className={cx(styles.meter, value > limit && styles.over)}
      style={{ width }}
      role="img"
      aria-label={`${formatCount(value)} of ${formatCount(limit)} ${unit}`}
    >
      {value > 0 && <i className={styles.fill} style={{ width: `${share * 100}%` }} />}
    </span>
  )
}
