import type { EffectiveLimit } from '../lifecycle/multi-account.ts'
import type { Binding } from '../pools/binding.ts'
import type { Pool } from '../pools/pool.ts'
import type { LabelSelector } from '../pools/selector.ts'
import type { BindingState } from '../pools/state.ts'
import type { AccountRequest } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import type { RuleTrace } from '../rules/rule-trace.ts'
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
  /** Clusters of the binding including the requested one. */
  readonly clustersAfter: number
  /** Null without a limit: for a shared rule, or a global account outside the allowlist. */
  readonly limit: EffectiveLimit | null
}

/** What the request gets. `message` is a sentence. */
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
  /** The winning rule; null when none matched. */
  readonly rule: Rule | null
  /**
   * Pool of the rule; null without a rule, or when the request lacks a region that the rule needs.
   */
  readonly pool: Pool | null
  /** Explanation, computed on first access from the bindings at the time of the decision. */
  readonly reasoning: Reasoning
}

export interface Reasoning {
  /** Rules of the plan in order of evaluation: most attributes first, then file order. */
  readonly rules: readonly RuleTrace[]
  /** Searches in order: owned bindings, then free ones; or shared ones only. */
  readonly steps: readonly SearchStep[]
  /** Limit per account; null for none. */
  readonly limit: EffectiveLimit | null
  /** Whether the global account may own several accounts (seed 003). */
  readonly onAllowlist: boolean
}

export interface SearchStep {
  readonly purpose: 'reuse' | 'claim' | 'shared'
  readonly selector: LabelSelector
  /** The selector in KEB's format. */
  readonly text: string
  /** False when an earlier step decided or the guard stopped the search. */
  readonly reached: boolean
  /**
   * Bindings of the selector, and near misses: same hyperscaler type, same tenant or none. Sorted
   * by name.
   */
  readonly candidates: readonly Candidate[]
  /** Number of the pool's other bindings by state. */
  readonly others: Readonly<Partial<Record<BindingState, number>>>
}

/** Why a candidate was chosen or skipped. */
export type CandidateReason =
  | 'chosen'
  | 'other-pool'
  | 'dirty'
  | 'kind'
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
  /** Whether the selector of the step returns it. */
  readonly selected: boolean
  /** Clusters of its account as counted for this decision. */
  readonly clusters: number
  /** The parts of `clusters`. */
  readonly breakdown: ClusterCount
  readonly reason: CandidateReason
  /** The reason as a clause in lower case, for example `full: 180 of 180`. */
  readonly words: string
}

interface Counted {
  readonly pool: Pool | null
  readonly limit: EffectiveLimit | null
  readonly steps: readonly { readonly purpose: 'reuse' | 'claim' | 'shared'; readonly selected: number }[]
}

/** Note on a decision that relies on an estimate. */
export const ESTIMATE_MESSAGE =
  'The answer of KEB is an estimate: KEB counts instances in its own database; here, shoots per binding are used instead.'

/**
 * Whether a decision by KEB's semantics relies on the estimate: KEB counts instances for dedicated
 * accounts only. False without a pool.
 */
export function isKebEstimate(pool: Pool | null, semantics: Semantics): boolean {
  return semantics === 'keb' && pool?.shared === false
}

/**
 * Whether KEB's count is shown or explains a difference although shoots are counted instead of
 * instances: it applies only with a limit. `parts`: KEB's semantics decide differently.
 */
export function reliesOnEstimate({ pool, limit, steps }: Counted, semantics: Semantics, parts: boolean): boolean {
  if (pool?.shared !== false) return false
  const counts = steps.some(({ purpose, selected }) => purpose === 'reuse' && selected > 0)
  return isKebEstimate(pool, semantics) || (parts && limit !== null && counts)
}
