import { type Finding, findingsOf } from '#lib/hap/analysis/findings.ts'
import type { BindingFacts } from './binding-facts.ts'

/** In a line of a list. What is wrong with labels has words of its own. */
const LABELS: Readonly<Record<Exclude<Finding, 'malformed'>, string>> = {
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

/** The findings of a binding as fragments, worst first. */
export function problemLabels(facts: BindingFacts): readonly string[] {
  return findingsOf(facts).flatMap(finding => (finding === 'malformed' ? labelProblems(facts) : LABELS[finding]))
}

/** Of these the ones about its labels. */
export function labelProblems({ pooled }: BindingFacts): readonly string[] {
  return pooled.problems.map(({ words }) => words)
}

/** Of these the worst about the clusters on its account; null for none. */
export function misuseLabel(facts: BindingFacts): string | null {
  const findings = findingsOf(facts)
  const worst = OF_CLUSTERS.find(finding => findings.includes(finding))
  return worst ? LABELS[worst] : null
}
