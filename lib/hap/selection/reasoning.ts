import { onAllowlist } from '../lifecycle/multi-account.ts'
import { isShared } from '../pools/labels.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import { claimSelector, formatSelector, type LabelSelector, sharedSelector, tenantSelector } from '../pools/selector.ts'
import type { BindingState } from '../pools/state.ts'
import { bindingsOf, type Slot } from '../pools/type-index.ts'
import type { Request } from '../request.ts'
import { explainMatch } from '../rules/explain-match.ts'
import { explainCandidate, type StepContext } from './candidate.ts'
import type { Reasoning, SearchStep } from './decision.ts'
import { clustersOf, type SearchInput, type SearchResult } from './search.ts'
import type { SelectionConfig } from './selection-config.ts'

/** The reasoning of a decision that ended before any search. */
export function nothingSearched(request: Request, config: SelectionConfig): Reasoning {
  return {
    rules: explainMatch(config.ruleset, request),
    steps: [],
    limit: null,
    onAllowlist: onAllowlist(config.multiAccount.allowed, request.globalAccount),
  }
}

/** The reasoning of a search, from the slots of its hyperscaler type as they were. */
export function explainSearch(input: SearchInput, result: SearchResult, slots: readonly Slot[]): Reasoning {
  return {
    ...nothingSearched(input.request, input.config),
    steps: input.pool.shared ? [sharedStep(input, result, slots)] : dedicatedSteps(input, result, slots),
    limit: result.limit,
  }
}

function sharedStep(input: SearchInput, result: SearchResult, slots: readonly Slot[]): SearchStep {
  const near = bindingsOf(sameRegion(slots, input)).filter(one => isShared(one.labels))
  return step('shared', sharedSelector(input.pool), true, near, [], input, result)
}

function dedicatedSteps(input: SearchInput, result: SearchResult, slots: readonly Slot[]): readonly SearchStep[] {
  const { pool, request } = input
  const near = bindingsOf(sameRegion(slots, input))
  const owned = near.filter(one => one.labels.tenantName === request.globalAccount)
  const dedicated = near.filter(one => !isShared(one.labels))
  const unowned = dedicated.filter(one => one.labels.tenantName === null)
  const foreign = dedicated.filter(
    one => one.labels.tenantName !== null && one.labels.tenantName !== request.globalAccount,
  )
  const claiming = result.kind === 'claim' || result.kind === 'wait'
  return [
    step('reuse', tenantSelector(pool, request.globalAccount), true, owned, [], input, result),
    step('claim', claimSelector(pool), claiming, unowned, foreign, input, result),
  ]
}

function step(
  purpose: SearchStep['purpose'],
  selector: LabelSelector,
  reached: boolean,
  near: readonly PooledBinding[],
  others: readonly PooledBinding[],
  input: SearchInput,
  result: SearchResult,
): SearchStep {
  const winner = result.chosen ? clustersOf(result.chosen, input) : 0
  const context: StepContext = { purpose, selector, reached, input, result, winner }
  return {
    purpose,
    selector,
    text: formatSelector(selector),
    reached,
    candidates: near.map(one => explainCandidate(one, context)),
    others: countPresent(others, input.config.at),
  }
}

/** Slots of the pool's EU class, and those whose euAccess label is malformed and might be meant for it. */
function sameRegion(slots: readonly Slot[], { pool }: SearchInput): readonly Slot[] {
  const wanted = pool.euAccess ? 'true' : 'absent'
  return slots.filter(({ labelClass }) => labelClass.euAccess === wanted || labelClass.euAccess === 'other')
}

function countPresent(bindings: readonly PooledBinding[], at: number): Readonly<Partial<Record<BindingState, number>>> {
  const counts: Partial<Record<BindingState, number>> = {}
  for (const one of bindings) {
    const state = stateAt(one, at)
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}
