import { useTimeText } from '#components/ui/clock.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import type { Semantics } from '#lib/hap/semantics.ts'
import { formatDuration, formatPlural } from '#lib/util/format.ts'
import { useLive } from '../live-provider.tsx'
import styles from './simulator.module.css'

interface RequestMetaProps {
  readonly origin: string
  readonly rules: number
  readonly semantics: Semantics
  readonly onSemantics: (semantics: Semantics) => void
  /** Null before the first answer. */
  readonly tookMs: number | null
}

const CHOICES = [
  { value: 'documented', label: 'Documented' },
  { value: 'keb', label: 'KEB' },
] as const

const MILLISECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Shows rules, inventory and semantics of the answer, and how long the server took. */
export function RequestMeta({ origin, rules, semantics, onSemantics, tookMs }: RequestMetaProps) {
  const { asOf } = useLive()
  const age = useTimeText(now => (asOf === null ? 'reading' : `updated ${formatDuration(now - asOf)} ago`))
  return (
    <>
      <div className={styles.semantics}>
        Semantics
        <Segmented label="Semantics" value={semantics} options={CHOICES} onChange={onSemantics} />
      </div>
      <dl className={styles.meta}>
        <dt>Rules</dt>
        <dd>
          {origin}, {formatPlural(rules, 'rule')}
        </dd>
        <dt>Inventory</dt>
        <dd>{age}</dd>
        <dt>Evaluated in</dt>
        <dd>{tookMs === null ? '—' : `${MILLISECONDS.format(tookMs)} ms`}</dd>
      </dl>
    </>
  )
}
