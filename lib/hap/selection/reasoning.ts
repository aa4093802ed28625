import { onAllowlist } from '../lifecycle/multi-account.ts'
import { mergeBindings } from '../pools/binding-order.ts'
import { isShared } from '../pools/labels.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import { claimSelector, formatSelector, type LabelSelector, sharedSelector, tenantSelector } from '../pools/selector.ts'
import type { BindingState } from '../pools/state.ts'
import type { Slot } from '../pools/type-index.ts'
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
export function explainSearch(
  input: SearchInput & { readonly request: Request },
  result: SearchResult,
  slots: readonly Slot[],
): Reasoning {
  return {
    ...nothingSearched(input.request, input.config),
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
  // Each slot is looked through before they are put together: most bindings are only counted.
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

/** An index may show but the first of many candidates: the one that was chosen in a step is always told. */
function withChosen(
  near: readonly PooledBinding[],
  chosen: PooledBinding | null,
  isOfStep: boolean,
): readonly PooledBinding[] {
  return isOfStep && chosen && !near.includes(chosen) ? mergeBindings([near, [chosen]]) : near
}

/** Slots of the pool's EU class, and those whose euAccess label is malformed and might be meant for it. */
function sameRegion(slots: readonly Slot[], { pool }: SearchInput): readonly Slot[] {
  const wanted = pool.euAccess ? 'true' : 'absent'
  return slots.filter(({ labelClass }) => labelClass.euAccess === wanted || labelClass.euAccess === 'other')
}

/** Dedicated bindings of other tenants, by state. */
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
