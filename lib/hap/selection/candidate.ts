import { ANNOTATIONS } from '../pools/annotations.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import { formatRequirement, type LabelSelector, type Requirement, satisfies } from '../pools/selector.ts'
import { isGivenBack } from '../pools/state.ts'
import { stateSince } from '../pools/state-since.ts'
import { accountExclusion } from './account-exclusion.ts'
import { countClusters } from './count-clusters.ts'
import type { Candidate, CandidateReason, SearchStep } from './decision.ts'
import { exclusion } from './exclusion.ts'
import { isFullBefore, type SearchInput, type SearchResult, usabilityOf } from './search.ts'
import type { SelectionConfig } from './selection-config.ts'
import { checkUsability, formatUnusable } from './usability.ts'
import { totalClusters } from './usage.ts'
import { age } from './words.ts'

export interface StepContext {
  readonly purpose: SearchStep['purpose']
  readonly selector: LabelSelector
  readonly reached: boolean
  readonly input: SearchInput
  readonly result: SearchResult
  /** Clusters of the binding that was chosen; 0 when none was. */
  readonly winner: number
}

interface Verdict {
  readonly reason: CandidateReason
  readonly words: string
}

/** One candidate of a step with its state, its clusters and why it was taken or passed over. */
export function explainCandidate(pooled: PooledBinding, context: StepContext): Candidate {
  const { request, pool, inventory, config } = context.input
  const breakdown = countClusters(pooled, pool.shared, request, inventory.usage, config.policy)
  const clusters = totalClusters(breakdown)
  const failed = context.selector.find(requirement => !satisfies(requirement, pooled.labels)) ?? null
  const { reason, words } =
    chosenVerdict(pooled, context) ??
    excludedVerdict(pooled, failed, config) ??
    unselectedVerdict(pooled, failed, config) ??
    unusableVerdict(pooled, context.input) ??
    accountExclusion(pooled, context.purpose, context.input) ??
    fullVerdict(pooled, clusters, context) ??
    lostVerdict(clusters, context)
  const selected = failed === null
  return { binding: pooled.binding, state: stateAt(pooled, config.at), selected, clusters, breakdown, reason, words }
}

function chosenVerdict(pooled: PooledBinding, { purpose, input, result }: StepContext): Verdict | null {
  if (pooled !== result.chosen) return null
  const reason = 'chosen'
  if (purpose === 'shared') return { reason, words: 'fewest clusters' }
  if (purpose === 'claim') {
    const byName = input.config.policy.claimOrder === 'by-name'
    return { reason, words: byName ? 'free, first by name' : 'free, its turn by hash' }
  }
  if (result.multiAccount) return { reason, words: 'most clusters below the limit' }
  return { reason, words: result.owned.length > 1 ? 'owned, first by name' : 'owned by this global account' }
}

function excludedVerdict(pooled: PooledBinding, failed: Requirement | null, config: SelectionConfig): Verdict | null {
  const reason = exclusion(pooled, config.policy, config.at)
  if (reason === null) return null
  if (reason === 'malformed') {
    const problems = pooled.problems.map(problem => problem.words).join('; ')
    return { reason, words: failed ? `not selected by ${formatRequirement(failed)}: ${problems}` : problems }
  }
  if (reason === 'dirty') return { reason, words: dirtyWords(pooled, config.at) }
  if (reason === 'held') return { reason, words: heldWords(pooled) }
  if (reason === 'restored') return { reason, words: 'restored or recreated, selected after "hap landscape accept"' }
  return { reason, words: `${reason}, never selected` }
}

function unselectedVerdict(pooled: PooledBinding, failed: Requirement | null, { at }: SelectionConfig): Verdict | null {
  if (!failed) return null
  if (failed.label === 'dirty' && pooled.labels.dirty === 'true') {
    return { reason: 'dirty', words: dirtyWords(pooled, at) }
  }
  return { reason: 'other-pool', words: `not selected by ${formatRequirement(failed)}` }
}

function unusableVerdict(pooled: PooledBinding, input: SearchInput): Verdict | null {
  const found = checkUsability(pooled, usabilityOf(input))
  return found && { reason: found.reason, words: formatUnusable(found, pooled.binding) }
}

function fullVerdict(pooled: PooledBinding, clusters: number, { purpose, result, input }: StepContext): Verdict | null {
  const { limit } = result
  if (purpose !== 'claim' || !limit || !isFullBefore(pooled, limit, input)) return null
  return { reason: 'full', words: `full: ${clusters} of ${limit.value}` }
}

function lostVerdict(clusters: number, context: StepContext): Verdict {
  const { purpose, reached, input, result, winner } = context
  if (!reached) {
    const stopped = result.kind === 'guard' || result.kind === 'own-unusable'
    return { reason: 'not-needed', words: stopped ? 'not tried' : 'not needed, an own binding is used' }
  }
  if (purpose === 'claim') {
    if (input.config.policy.claimOrder === 'by-name') return { reason: 'later-name', words: 'free, later by name' }
    return { reason: 'later-turn', words: 'free, later turn' }
  }
  if (result.kind === 'guard') return { reason: 'guarded', words: 'no cluster on any own binding' }
  if (purpose === 'reuse' && result.limit && clusters >= result.limit.value) {
    return { reason: 'full', words: `full: ${clusters} of ${result.limit.value}` }
  }
  const byClusters = purpose === 'shared' || result.multiAccount
  if (!byClusters) return { reason: 'later-name', words: 'later by name' }
  if (clusters === winner) return { reason: 'later-name', words: `as many clusters, ${clusters}, later by name` }
  if (clusters > winner) return { reason: 'more-clusters', words: `more clusters, ${clusters} against ${winner}` }
  return { reason: 'fewer-clusters', words: `fewer clusters, ${clusters} against ${winner}` }
}

function dirtyWords(pooled: PooledBinding, at: number): string {
  const state = stateAt(pooled, at)
  const since = stateSince(pooled.binding)
  const word = isGivenBack(state) ? state : 'dirty'
  return since === null ? word : `${word} for ${age(at - since)}`
}

function heldWords({ binding }: PooledBinding): string {
  const reason = binding.annotations[ANNOTATIONS.hold] ?? ''
  return reason === '' ? 'on hold' : `on hold: ${reason}`
}
