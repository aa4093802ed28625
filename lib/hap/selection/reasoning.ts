import { isOnAllowlist } from '../lifecycle/multi-account.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { isShared } from '../pools/labels.ts'
import { mergeBindings, type Slot } from '../pools/pool-index.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import {
  claimSelector,
  formatRequirement,
  formatSelector,
  type LabelSelector,
  type Requirement,
  satisfies,
  sharedSelector,
  tenantSelector,
} from '../pools/selector.ts'
import { type BindingState, isReleasedState, stateSince } from '../pools/state.ts'
import type { Request } from '../request.ts'
import { explainMatch } from '../rules/rule-trace.ts'
import type { Candidate, CandidateReason, Reasoning, SearchStep } from './decision.ts'
import {
  accountExclusion,
  clustersOf,
  exclusion,
  isFullBefore,
  type SearchInput,
  type SearchResult,
  usabilityOf,
} from './search.ts'
import { checkUsability, formatUnusable } from './usability.ts'
import { countClusters, type SelectionConfig, totalClusters } from './usage.ts'

/** Reasoning of a decision that ended before any search. */
export function explainWithoutSearch(request: Request, config: SelectionConfig): Reasoning {
  return {
    rules: explainMatch(config.ruleset, request),
    steps: [],
    limit: null,
    onAllowlist: isOnAllowlist(config.multiAccount.allowed, request.globalAccount),
  }
}

/** Reasoning of a search, from the slots of the hyperscaler type at the time of the decision. */
export function explainSearch(
  input: SearchInput & { readonly request: Request },
  result: SearchResult,
  slots: readonly Slot[],
): Reasoning {
  return {
    ...explainWithoutSearch(input.request, input.config),
    steps: input.pool.shared ? [sharedStep(input, result, slots)] : dedicatedSteps(input, result, slots),
    limit: result.limit,
  }
}

function sharedStep(input: SearchInput, result: SearchResult, slots: readonly Slot[]): SearchStep {
  const near = mergeBindings(sameRegion(slots, input).map(({ all }) => all.filter(one => isShared(one.labels))))
  return step('shared', sharedSelector(input.pool), true, near, {}, input, result)
}

function dedicatedSteps(input: SearchInput, result: SearchResult, slots: readonly Slot[]): readonly SearchStep[] {
  const { pool, request } = input
  const near = sameRegion(slots, input)
  // Filters each slot before merging: most bindings are only counted.
  const owned = near.map(({ all }) => all.filter(one => one.labels.tenantName === request.globalAccount))
  const unowned = near.map(({ tenantless }) => tenantless.filter(one => !isShared(one.labels)))
  const claiming = result.kind === 'claim' || result.kind === 'wait'
  return [
    step('reuse', tenantSelector(pool, request.globalAccount), true, mergeBindings(owned), {}, input, result),
    step('claim', claimSelector(pool), claiming, mergeBindings(unowned), countForeign(near, input), input, result),
  ]
}

function step(
  purpose: SearchStep['purpose'],
  selector: LabelSelector,
  reached: boolean,
  near: readonly PooledBinding[],
  others: SearchStep['others'],
  input: SearchInput,
  result: SearchResult,
): SearchStep {
  const { chosen } = result
  const winner = chosen ? clustersOf(chosen, input) : 0
  const context: StepContext = { purpose, selector, reached, input, result, winner }
  return {
    purpose,
    selector,
    text: formatSelector(selector),
    reached,
    candidates: withChosen(near, chosen, result.kind === purpose).map(one => explainCandidate(one, context)),
    others,
  }
}

/** Always includes the chosen binding, since near candidates may be truncated. */
function withChosen(
  near: readonly PooledBinding[],
  chosen: PooledBinding | null,
  isOfStep: boolean,
): readonly PooledBinding[] {
  return isOfStep && chosen && !near.includes(chosen) ? mergeBindings([near, [chosen]]) : near
}

/**
 * Slots of the pool's EU class, and those with a malformed euAccess label that may belong to it.
 */
function sameRegion(slots: readonly Slot[], { pool }: SearchInput): readonly Slot[] {
  const wanted = pool.euAccess ? 'true' : 'absent'
  return slots.filter(({ labelClass }) => labelClass.euAccess === wanted || labelClass.euAccess === 'other')
}

/** Counts dedicated bindings of other tenants by state. */
function countForeign(slots: readonly Slot[], { request, config }: SearchInput): SearchStep['others'] {
  const counts: Partial<Record<BindingState, number>> = {}
  for (const { all } of slots) {
    for (const one of all) {
      const { tenantName } = one.labels
      if (tenantName === null || tenantName === request.globalAccount || isShared(one.labels)) continue
      const state = stateAt(one, config.at)
      counts[state] = (counts[state] ?? 0) + 1
    }
  }
  return counts
}

interface StepContext {
  readonly purpose: SearchStep['purpose']
  readonly selector: LabelSelector
  readonly reached: boolean
  readonly input: SearchInput
  readonly result: SearchResult
  /** Clusters of the chosen binding; 0 for none. */
  readonly winner: number
}

interface Verdict {
  readonly reason: CandidateReason
  readonly words: string
}

/** Explains one candidate: state, clusters, and why it was chosen or skipped. */
function explainCandidate(pooled: PooledBinding, context: StepContext): Candidate {
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
    return { reason, words: byName ? 'free, first by name' : 'free, selected by hash' }
  }
  if (result.multiAccount) return { reason, words: 'fullest account below the limit' }
  return { reason, words: result.owned.length > 1 ? 'owned, first by name' : 'owned by this global account' }
}

function excludedVerdict(pooled: PooledBinding, failed: Requirement | null, config: SelectionConfig): Verdict | null {
  const reason = exclusion(pooled, config)
  if (reason === null) return null
  if (reason === 'malformed') {
    const problems = pooled.problems.map(problem => problem.words).join('; ')
    return { reason, words: failed ? `not selected by ${formatRequirement(failed)}: ${problems}` : problems }
  }
  if (reason === 'dirty') return { reason, words: describeDirty(pooled, config.at) }
  if (reason === 'held') return { reason, words: describeHold(pooled) }
  if (reason === 'kind') return { reason, words: `a ${pooled.binding.kind}, not listed by KEB` }
  if (reason === 'restored') return { reason, words: 'restored or recreated, selected after "hap landscape accept"' }
  return { reason, words: `${reason}, never selected` }
}

function unselectedVerdict(pooled: PooledBinding, failed: Requirement | null, { at }: SelectionConfig): Verdict | null {
  if (!failed) return null
  if (failed.label === 'dirty' && pooled.labels.dirty === 'true') {
    return { reason: 'dirty', words: describeDirty(pooled, at) }
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
    return { reason: 'not-needed', words: stopped ? 'not tried' : 'not needed: an existing account is reused' }
  }
  if (purpose === 'claim') {
    if (input.config.policy.claimOrder === 'by-name') return { reason: 'later-name', words: 'free, later by name' }
    return { reason: 'later-turn', words: 'free, not selected' }
  }
  if (result.kind === 'guard') return { reason: 'guarded', words: 'no cluster on any account it owns' }
  if (purpose === 'reuse' && result.limit && clusters >= result.limit.value) {
    return { reason: 'full', words: `full: ${clusters} of ${result.limit.value}` }
  }
  const byClusters = purpose === 'shared' || result.multiAccount
  if (!byClusters) return { reason: 'later-name', words: 'later by name' }
  if (clusters === winner) return { reason: 'later-name', words: `same count (${clusters}), later by name` }
  if (clusters > winner) return { reason: 'more-clusters', words: `${clusters} clusters vs. ${winner}` }
  return { reason: 'fewer-clusters', words: `${clusters} clusters vs. ${winner}` }
}

function describeDirty(pooled: PooledBinding, at: number): string {
  const state = stateAt(pooled, at)
  const since = stateSince(pooled.binding)
  const word = isReleasedState(state) ? state : 'dirty'
  return since === null ? word : `${word} for ${formatAge(at - since)}`
}

function describeHold({ binding }: PooledBinding): string {
  const reason = binding.annotations[ANNOTATIONS.hold] ?? ''
  return reason === '' ? 'on hold' : `on hold: ${reason}`
}

/**
 * Units with the duration from which they apply; hours up to three days, as in the whole console.
 */
const UNITS = [
  ['d', 86_400_000, 3 * 86_400_000],
  ['h', 3_600_000, 3_600_000],
  ['min', 60_000, 60_000],
  ['s', 1_000, 1_000],
] as const

/** Formats a duration in its largest fitting unit: `4 d`, `52 h`, `12 min`, `0 s`. */
export function formatAge(milliseconds: number): string {
  for (const [unit, length, from] of UNITS) {
    if (milliseconds >= from) return `${Math.floor(milliseconds / length)} ${unit}`
  }
  return '0 s'
}
