import type { EffectiveLimit } from '../lifecycle/multi-account.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import { type BindingState, isGivenBack } from '../pools/state.ts'

/** What is known about a binding and its account. */
interface FindingFacts {
  readonly state: BindingState
  /** What it will be when its hold ends; the same without one. */
  readonly stateWithoutHold: BindingState
  /** Whether Gardener moved clusters of the account to a CredentialsBinding without its labels. */
  readonly migrated: boolean
  /** Whether it is in doubt which object it is: see lifecycle/identity. */
  readonly restored: boolean
  /** Whether a label is missing, or has a value that means nothing. */
  readonly malformed: boolean
  /** Whether a selector finds it all the same. */
  readonly found: boolean
  /** Clusters of the account: shoots through whichever binding, and open claims whose shoots do not exist. */
  readonly clusters: number
  /** Whether all shoots are known; else there may be more clusters. */
  readonly shootsAreRead: boolean
  /** Other bindings that refer to the same account. */
  readonly others: number
  /** Most clusters the account should carry; null without a limit. */
  readonly limit: Pick<EffectiveLimit, 'value'> | null
  /** Whether it stays too long in a state that should pass. */
  readonly stuck: boolean
  /** Whether a rule leads to its pool. */
  readonly reached: boolean
  /** Whether Gardener accepts shoots of its hyperscaler type on it. */
  readonly providerFits: boolean
  /** Why Gardener refuses to write it or to use its account; null when it does not. */
  readonly condition: AccountCondition | null
}

/** What a person should look at, worst first. */
export const FINDINGS = [
  'dirty-used',
  'free-used',
  'malformed-found',
  'migrated',
  'restored',
  'provider-mismatch',
  'unwritable',
  'shared-account',
  'malformed',
  'terminating-used',
  'over-limit',
  'stuck',
  'free-unreached',
  'full',
  'idle-claim',
] as const

export type Finding = (typeof FINDINGS)[number]

/** `info` is how things may well be; the others are wrong. */
export const FINDING_SEVERITY: Readonly<Record<Finding, 'danger' | 'warn' | 'info'>> = {
  'dirty-used': 'danger',
  'free-used': 'danger',
  'malformed-found': 'danger',
  migrated: 'danger',
  restored: 'danger',
  'provider-mismatch': 'warn',
  unwritable: 'warn',
  'shared-account': 'warn',
  malformed: 'warn',
  'terminating-used': 'warn',
  'over-limit': 'warn',
  stuck: 'warn',
  'free-unreached': 'warn',
  full: 'info',
  'idle-claim': 'info',
}

const APPLIES: Readonly<Record<Finding, (facts: FindingFacts) => boolean>> = {
  'dirty-used': facts => isGivenBack(facts.state) && facts.clusters > 0,
  'free-used': facts => facts.stateWithoutHold === 'free' && facts.clusters > 0,
  'malformed-found': facts => facts.malformed && facts.found,
  migrated: facts => facts.migrated,
  restored: facts => facts.restored,
  'provider-mismatch': facts => !facts.providerFits,
  unwritable: facts => facts.condition !== null,
  'shared-account': facts => facts.others > 0,
  malformed: facts => facts.malformed,
  'terminating-used': facts => facts.state === 'terminating' && facts.clusters > 0,
  'over-limit': facts => facts.limit !== null && facts.clusters > facts.limit.value,
  stuck: facts => facts.stuck,
  'free-unreached': facts => facts.state === 'free' && !facts.reached,
  full: facts => facts.limit !== null && facts.clusters === facts.limit.value,
  'idle-claim': facts => facts.state === 'claimed' && facts.clusters === 0 && facts.shootsAreRead,
}

/** Whether something is so; reads no more of the facts than it has to. */
export function isFound(finding: Finding, facts: FindingFacts): boolean {
  return APPLIES[finding](facts)
}

/** All that is remarkable about a binding, worst first. */
export function findingsOf(facts: FindingFacts): readonly Finding[] {
  return FINDINGS.filter(finding => isFound(finding, facts))
}
