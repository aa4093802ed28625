import type { ReactNode } from 'react'
import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/binding-state.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { TraceStep } from '#components/hap/trace.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { type ClusterCount, totalClusters } from '#lib/hap/selection/usage.ts'
import type { CandidateView, OtherSemantics, StepView } from '#lib/queries/simulator/simulate.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { DifferenceTag } from './difference-note.tsx'
import styles from './reasoning.module.css'

type Limit = Pick<EffectiveLimit, 'value' | 'setting'>

/** A candidate of the current inventory, or one recorded with a claim. */
interface ShownCandidate extends Pick<CandidateView, 'key' | 'state' | 'clusters' | 'words'> {
  readonly binding: Pick<CandidateView['binding'], 'kind' | 'name'>
  readonly reason: string
}

type ShownStep = Pick<StepView, 'purpose' | 'more' | 'others'> & { readonly candidates: readonly ShownCandidate[] }

interface CandidatesStepProps {
  readonly step: ShownStep
  readonly limit: Limit | null
  readonly other: OtherSemantics | null
}

/** Lists the bindings of a search, each with the reason why it is chosen or not. */
export function CandidatesStep({ step, limit, other }: CandidatesStepProps) {
  const { candidates, more, others } = step
  const columns = [
    { header: 'Binding', width: 212 },
    { header: 'Kind', width: 56 },
    { header: 'State', width: 128 },
    { header: limit ? `Clusters of ${formatCount(limit.value)}` : 'Clusters', width: limit ? 144 : 88, align: 'end' },
    { header: 'Reason' },
  ] as const
  const taken = other && 'binding' in other.outcome ? bindingKey(other.outcome.binding) : null
  const owned = BINDING_STATES.flatMap(state => (others[state] ? [`${formatCount(others[state])} ${state}`] : []))
  return (
    <TraceStep
      title="Candidates"
      summary={formatSummary(step)}
      aside={limit && candidates.length > 0 && renderLimit(limit)}
    >
      {candidates.length > 0 && (
        <div className={styles.frame}>
          <SmallTable label={`Candidates, ${PURPOSES[step.purpose]}`} columns={columns} folding>
            {candidates.map(candidate => (
              <CandidateRow key={candidate.key} candidate={candidate} limit={limit}>
                {candidate.key === taken && other && <OtherChoice other={other} />}
              </CandidateRow>
            ))}
          </SmallTable>
        </div>
      )}
      {more > 0 && <p className={styles.more}>and {formatPlural(more, 'more candidate')} by name</p>}
      {owned.length > 0 && <p className={styles.more}>Other global accounts have {owned.join(', ')} in this pool.</p>}
    </TraceStep>
  )
}

const PURPOSES = { reuse: 'own', claim: 'free', shared: 'shared' } as const

const NOUNS = {
  reuse: ['binding of this global account', 'bindings of this global account'],
  claim: ['binding without a global account', 'bindings without a global account'],
  shared: ['shared binding', 'shared bindings'],
} as const

function formatSummary({ purpose, candidates, more }: ShownStep): string {
  const total = candidates.length + more
  const [one, many] = NOUNS[purpose]
  if (total === 0) return `no ${one}`
  const chosen = candidates.some(({ reason }) => reason === 'chosen') ? 1 : 0
  return `${formatPlural(total, one, many)}: ${chosen} chosen, ${formatCount(total - chosen)} skipped`
}

function renderLimit({ value, setting }: Limit) {
  if (setting === null) return 'no limit'
  return (
    <span>
      limit {formatCount(value)}, from <span className={text.mono}>{setting}</span>
    </span>
  )
}

interface CandidateRowProps {
  readonly candidate: ShownCandidate
  readonly limit: Limit | null
  readonly children: ReactNode
}

function CandidateRow({ candidate: { binding, state, clusters, reason, words }, limit, children }: CandidateRowProps) {
  return (
    <tr data-chosen={reason === 'chosen' || undefined}>
      <th scope="row">
        <BindingLink binding={binding} />
      </th>
      <td data-fold="aside">
        <KindTag kind={binding.kind} />
      </td>
      <td data-fold="aside">
        <StateText state={state} />
        {state === 'free' && clusters > 0 && (
          <span
            className={styles.other}
            data-tip="Clusters use the account although it is free; a claim would put two global accounts on it"
          >
            <Tag tone="danger">in use</Tag>
          </span>
        )}
      </td>
      <td data-align="end" data-fold="end" data-label="Clusters">
        <span className={text.row}>
          {limit && <Meter value={clusters} limit={limit.value} unit="clusters" width={72} />}
          <span className={styles.clusters}>{formatCount(clusters)}</span>
        </span>
      </td>
      <td data-fold="line" data-wrap>
        {reason === 'chosen' ? (
          <Verdict outcome="chosen">{words}</Verdict>
        ) : (
          <span className={text.muted}>{words}</span>
        )}{' '}
        {children}
      </td>
    </tr>
  )
}

function OtherChoice({ other: { semantics, differences } }: { readonly other: OtherSemantics }) {
  const who = semantics === 'keb' ? 'KEB would choose this' : 'documented: this one'
  return (
    <span className={styles.other}>
      {differences.map((difference, index) => (
        <DifferenceTag key={difference.id} difference={difference} before={index === 0 ? who : undefined} />
      ))}
    </span>
  )
}

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
          Clusters on <span className={styles.name}>{chosen.binding.name}</span>
        </>
      }
    >
      <p className={styles.sums}>
        {!estimated && <Parts breakdown={breakdown} />}
        <Sum count={clusters} label={limit ? `of ${formatCount(limit.value)}` : '(no limit)'} />
        {room !== null && <span className={text.muted}>{room > 0 ? `room for ${formatCount(room)}` : 'no room'}</span>}
        {estimated && (
          <span
            className={text.muted}
            data-tip="KEB counts the instances in its own database, including suspended ones"
          >
            estimated from the shoots on the account
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
      <Sum count={onlyInGardener} label="only in Gardener" tip="Shoots on the account without a claim" />
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
