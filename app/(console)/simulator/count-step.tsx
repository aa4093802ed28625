import { TraceStep } from '#components/hap/trace.tsx'
import { formatCount } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import type { DecisionView } from '#lib/queries/simulator/decision-view.ts'
import styles from './reasoning.module.css'

/** How the clusters of the chosen account are counted; nothing when none was chosen. */
export function CountStep({ decision: { steps, limit } }: { readonly decision: DecisionView }) {
  const chosen = steps.flatMap(step => step.candidates).find(({ reason }) => reason === 'chosen')
  if (!chosen) return null
  const { database, reserved, onlyInGardener } = chosen.breakdown
  const room = limit && limit.value - chosen.clusters
  return (
    <TraceStep
      title={
        <>
          Count of <span className={styles.name}>{chosen.binding.name}</span>
        </>
      }
    >
      <p className={styles.sums}>
        <Sum count={database} words="in the database" tip="Active clusters in this console’s own database of claims" />
        <span className={text.faint}>+</span>
        <Sum count={reserved} words="reserved" tip="Acknowledged claims whose shoot does not exist yet" />
        <span className={text.faint}>+</span>
        <Sum count={onlyInGardener} words="only in Gardener" tip="Shoots on the account that no claim names" />
        <span className={text.faint}>=</span>
        <Sum count={chosen.clusters} words={limit ? `of ${formatCount(limit.value)}` : 'without a limit'} />
        {room !== null && <span className={text.muted}>{room > 0 ? `room for ${formatCount(room)}` : 'no room'}</span>}
      </p>
    </TraceStep>
  )
}

interface SumProps {
  readonly count: number
  readonly words: string
  readonly tip?: string
}

function Sum({ count, words, tip }: SumProps) {
  return (
    <span data-tip={tip}>
      <b>{formatCount(count)}</b> {words}
    </span>
  )
}
