import { type Finding, findingsOf } from '#lib/hap/analysis/findings.ts'
import type { BindingFacts } from './binding-facts.ts'

export interface BindingProblems {
  /** What the field `problem` of the search finds it by, in short words, worst first. */
  readonly problems: readonly string[]
  /** Of these what is wrong with its labels. */
  readonly labelProblems: readonly string[]
  /** Of these the worst that speaks of the clusters on its account: free, but in use; null for none. */
  readonly misuse: string | null
}

/** In a line of a list. What is wrong with labels has words of its own. */
const WORDS: Readonly<Record<Exclude<Finding, 'malformed'>, string>> = {
  'dirty-used': 'given back, but in use',
  'free-used': 'free, but in use',
  'malformed-found': 'KEB can still select it',
  migrated: 'migrated without labels',
  restored: 'restored or recreated',
  'provider-mismatch': 'provider type does not fit',
  unwritable: 'Gardener refuses to write it',
  'shared-account': 'several bindings of one account',
  'terminating-used': 'being deleted, but in use',
  'over-limit': 'over its limit',
  stuck: 'stuck',
  'free-unreached': 'free, but no rule leads here',
  full: 'full',
  'idle-claim': 'claimed, but no cluster uses it',
}

/** Of these the ones that speak of how many clusters use the account. */
const OF_CLUSTERS = ['dirty-used', 'free-used', 'terminating-used', 'over-limit'] as const

/** What is remarkable about a binding, as fragments. */
export function problemWords(facts: BindingFacts): BindingProblems {
  const labelProblems = facts.pooled.problems.map(({ words }) => words)
  const findings = findingsOf(facts)
  const misuse = OF_CLUSTERS.find(finding => findings.includes(finding))
  return {
    problems: findings.flatMap(finding => (finding === 'malformed' ? labelProblems : WORDS[finding])),
    labelProblems,
    misuse: misuse ? WORDS[misuse] : null,
  }
}
