import { TraceStep } from '#components/hap/trace.tsx'
import text from '#components/ui/text.module.css'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { type ClusterCount, totalClusters } from '#lib/hap/selection/usage.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './reasoning.module.css'

interface CountedCandidate {
  readonly binding: { readonly name: string }
  readonly breakdown: ClusterCount
  readonly reason: string
}

interface CountStepProps {
  readonly decision: {
    readonly steps: readonly { readonly candidates: readonly CountedCandidate[] }[]
    readonly limit: Pick<EffectiveLimit, 'value'> | null
  }
  /**
   * Under KEB's semantics the count is an estimate by shoots, because only KEB knows its instances.
   */
  readonly estimated: boolean
  /** The count including clusters that only claims know; null without claims. */
  readonly counted: ClusterCount | null
}

/**
 * Shows how the clusters of the chosen account are counted; renders nothing without a chosen
 * account.
 */
export function CountStep({ decision: { steps, limit }, estimated, counted }: CountStepProps) {
  const chosen = steps.flatMap(step => step.candidates).find(({ reason }) => reason === 'chosen')
  if (!chosen) return null
  const breakdown = counted ?? chosen.breakdown
  const clusters = totalClusters(breakdown)
  const room = limit && limit.value - clusters
  return (
    <TraceStep
      title={
        <>
          Count of <span className={styles.name}>{chosen.binding.name}</span>
        </>
      }
    >
      <p className={styles.sums}>
        {!estimated && <Parts breakdown={breakdown} />}
        <Sum count={clusters} label={limit ? `of ${formatCount(limit.value)}` : 'without a limit'} />
        {room !== null && <span className={text.muted}>{room > 0 ? `room for ${formatCount(room)}` : 'no room'}</span>}
        {estimated && (
          <span className={text.muted} data-tip="KEB counts the instances in its own database, suspended ones too">
            an estimate by the shoots that name it
          </span>
        )}
      </p>
    </TraceStep>
  )
}

function Parts({ breakdown: { database, reserved, onlyInGardener } }: { readonly breakdown: ClusterCount }) {
  return (
    <>
      <Sum count={database} label="in the database" tip="Active clusters in this console’s own database of claims" />
      <span className={text.faint}>+</span>
      <Sum count={reserved} label="reserved" tip="Acknowledged claims whose shoot does not exist yet" />
      <span className={text.faint}>+</span>
      <Sum count={onlyInGardener} label="only in Gardener" tip="Shoots on the account that no claim names" />
      <span className={text.faint}>=</span>
    </>
  )
}

interface SumProps {
  readonly count: number
  readonly label: string
  readonly tip?: string
}

function Sum({ count, label, tip }: SumProps) {
  return (
    <span data-tip={tip}>
      <b>{formatCount(count)}</b> {label}
    </span>
  )
}
