import type { EffectiveLimit } from '../lifecycle/multi-account.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import { type BindingState, isReleasedState } from '../pools/state.ts'

/** Facts about a binding and its account. */
interface FindingFacts {
  readonly state: BindingState
  /** State after the end of the hold; equal to `state` without a hold. */
  readonly stateWithoutHold: BindingState
  /** Whether Gardener migrated clusters of the account to an unlabelled CredentialsBinding. */
  readonly migrated: boolean
  /** Whether the identity of the object is in doubt: see lifecycle/identity. */
  readonly restored: boolean
  /** Whether a label is missing or invalid. */
  readonly malformed: boolean
  /** Whether it has no label of HAP at all. */
  readonly unlabelled: boolean
  /** Whether valid labels contradict each other. */
  readonly contradictory: boolean
  /** Whether the key of a label looks like one of HAP that it lacks. */
  readonly misspelled: boolean
  /** Whether a selector finds it. */
  readonly found: boolean
  /**
   * Clusters of the account: shoots through any of its bindings, and open claims without a shoot.
   */
  readonly clusters: number
  /** Whether all shoots are known; otherwise there may be more clusters. */
  readonly shootsAreRead: boolean
  /** Number of other bindings of the account. */
  readonly others: number
  /** Maximum clusters of the account; null without a limit. */
  readonly limit: Pick<EffectiveLimit, 'value'> | null
  /** Whether a temporary state lasts too long. */
  readonly stuck: boolean
  /** Whether a rule leads to its pool. */
  readonly reached: boolean
  /** Whether Gardener accepts shoots of its hyperscaler type on it. */
  readonly providerFits: boolean
  /** Why Gardener refuses to write it or to use its account; null when it does not. */
  readonly condition: AccountCondition | null
}

/** Findings, worst first. */
export const FINDINGS = [
  'dirty-used',
  'free-used',
  'malformed-found',
  'migrated',
  'restored',
  'contradictory',
  'misspelled',
  'provider-mismatch',
  'unwritable',
  'shared-account',
  'malformed',
  'unlabelled',
  'terminating-used',
  'over-limit',
  'stuck',
  'free-unreached',
  'full',
  'idle-claim',
] as const

export type Finding = (typeof FINDINGS)[number]

/** `info` may be intended; the others are wrong. */
export const FINDING_SEVERITY: Readonly<Record<Finding, 'danger' | 'warn' | 'info'>> = {
  'dirty-used': 'danger',
  'free-used': 'danger',
  'malformed-found': 'danger',
  migrated: 'danger',
  restored: 'danger',
  contradictory: 'warn',
  misspelled: 'warn',
  'provider-mismatch': 'warn',
  unwritable: 'warn',
  'shared-account': 'warn',
  malformed: 'warn',
  unlabelled: 'warn',
  'terminating-used': 'warn',
  'over-limit': 'warn',
  stuck: 'warn',
  'free-unreached': 'warn',
  full: 'info',
  'idle-claim': 'info',
}

const APPLIES: Readonly<Record<Finding, (facts: FindingFacts) => boolean>> = {
  'dirty-used': facts => isReleasedState(facts.state) && facts.clusters > 0,
  'free-used': facts => facts.stateWithoutHold === 'free' && facts.clusters > 0,
  'malformed-found': facts => facts.malformed && facts.found,
  migrated: facts => facts.migrated,
  restored: facts => facts.restored,
  contradictory: facts => facts.contradictory,
  misspelled: facts => facts.misspelled,
  'provider-mismatch': facts => !facts.providerFits,
  unwritable: facts => facts.condition !== null,
  'shared-account': facts => facts.others > 0,
  malformed: facts => facts.malformed && !facts.unlabelled,
  unlabelled: facts => facts.unlabelled,
  'terminating-used': facts => facts.state === 'terminating' && facts.clusters > 0,
  'over-limit': facts => facts.limit !== null && facts.clusters > facts.limit.value,
  stuck: facts => facts.stuck,
  'free-unreached': facts => facts.state === 'free' && !facts.reached,
  full: facts => facts.limit !== null && facts.clusters === facts.limit.value,
  'idle-claim': facts => facts.state === 'claimed' && facts.clusters === 0 && facts.shootsAreRead,
}

/** Whether a finding applies; reads only the facts it needs. */
export function isFound(finding: Finding, facts: FindingFacts): boolean {
  return APPLIES[finding](facts)
}

/** Lists the findings of a binding, worst first. */
export function findingsOf(facts: FindingFacts): readonly Finding[] {
  return FINDINGS.filter(finding => isFound(finding, facts))
}
