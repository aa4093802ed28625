import type { EffectiveLimit } from '../lifecycle/multi-account.ts'
import type { Binding } from '../pools/binding.ts'
import type { Pool } from '../pools/pool.ts'
import type { LabelSelector } from '../pools/selector.ts'
import type { BindingState } from '../pools/state.ts'
import type { AccountRequest } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import type { RuleTrace } from '../rules/ruleset.ts'
import type { Semantics } from '../semantics.ts'
import type { ClusterCount } from './usage.ts'

export type Refusal =
  | 'unknown-plan'
  | 'plan-provider'
  | 'empty-region'
  | 'illegal-label'
  | 'unnamed-binding'
  | 'own-unusable'

interface Taken {
  readonly binding: Binding
  /** Clusters of the binding once this request is served. */
  readonly clustersAfter: number
  /** Null where no limit applies: a shared rule, or a global account that is not on the allowlist. */
  readonly limit: EffectiveLimit | null
}

/** What the request would get. `message` is one sentence for people. */
export type Outcome =
  | ({ readonly kind: 'reuse'; readonly message: string; readonly multiAccount: boolean } & Taken)
  | ({ readonly kind: 'claim'; readonly message: string } & Taken)
  | ({ readonly kind: 'shared'; readonly message: string } & Taken)
  | { readonly kind: 'wait'; readonly message: string }
  | { readonly kind: 'no-rule'; readonly message: string }
  | { readonly kind: 'guard'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string; readonly reason: Refusal }

export interface Decision {
  readonly request: AccountRequest
  readonly outcome: Outcome
  /** The rule that won; null when none matched. */
  readonly rule: Rule | null
  /** The pool the rule leads to; null without a rule or where the request lacks what the rule needs. */
  readonly pool: Pool | null
  /** Why. Computed when first read; the bindings are those of the moment of the decision. */
  readonly reasoning: Reasoning
}

export interface Reasoning {
  /** Every rule of the plan in evaluation order: most attributes first, then file order. */
  readonly rules: readonly RuleTrace[]
  /** Searches in the order they are tried: own bindings then free ones, or shared ones alone. */
  readonly steps: readonly SearchStep[]
  /** Limit per account; null where none applies. */
  readonly limit: EffectiveLimit | null
  /** Whether the global account may own several accounts (seed 003). */
  readonly onAllowlist: boolean
}

export interface SearchStep {
  readonly purpose: 'reuse' | 'claim' | 'shared'
  readonly selector: LabelSelector
  /** The selector as KEB writes it. */
  readonly text: string
  /** False when an earlier step already decided, or a guard stopped the search. */
  readonly reached: boolean
  /** What the selector returns and what nearly fits: the same hyperscaler type, the same tenant or none. By name. */
  readonly candidates: readonly Candidate[]
  /** How many more bindings of the pool there are, by state: claimed by others, dirty, and so on. */
  readonly others: Readonly<Partial<Record<BindingState, number>>>
}

/** Why a candidate was taken or passed over. */
export type CandidateReason =
  | 'chosen'
  | 'other-pool'
  | 'dirty'
  | 'terminating'
  | 'restored'
  | 'malformed'
  | 'held'
  | 'internal'
  | 'split'
  | 'in-use'
  | 'provider-type'
  | 'condition'
  | 'full'
  | 'fewer-clusters'
  | 'more-clusters'
  | 'later-name'
  | 'later-turn'
  | 'not-needed'
  | 'guarded'

export interface Candidate {
  readonly binding: Binding
  readonly state: BindingState
  /** Whether the step's selector returns it. */
  readonly selected: boolean
  /** Clusters of its account as counted for this decision. */
  readonly clusters: number
  /** The parts of `clusters`. */
  readonly breakdown: ClusterCount
  readonly reason: CandidateReason
  /** The reason as a fragment in lower case, for example `full: 180 of 180`. */
  readonly words: string
}

interface Counted {
  readonly pool: Pool | null
  readonly limit: EffectiveLimit | null
  readonly steps: readonly { readonly purpose: 'reuse' | 'claim' | 'shared'; readonly selected: number }[]
}

/** What is said of a decision that rests on an estimate. */
export const ESTIMATE_WORDS =
  'What KEB does is an estimate: it counts the instances in its own database, and here the shoots that name a binding stand for them.'

/**
 * Whether what KEB decides in a pool rests on the estimate: it counts clusters of dedicated accounts, and picks shared ones by the
 * shoots themselves. False where no rule leads to a pool.
 */
export function isKebEstimate(pool: Pool | null, semantics: Semantics): boolean {
  return semantics === 'keb' && pool?.shared === false
}

/**
 * Whether KEB's count is shown, or is what KEB parts by, where shoots stand for instances: it counts only where there is a
 * limit. `parts`: KEB decides otherwise than documented.
 */
export function restsOnEstimate({ pool, limit, steps }: Counted, semantics: Semantics, parts: boolean): boolean {
  if (pool?.shared !== false) return false
  const counts = steps.some(({ purpose, selected }) => purpose === 'reuse' && selected > 0)
  return isKebEstimate(pool, semantics) || (parts && limit !== null && counts)
}
