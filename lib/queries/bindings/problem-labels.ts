import { type Finding, findingsOf } from '#lib/hap/analysis/findings.ts'
import type { BindingFacts } from './binding-facts.ts'

/** Labels for a row of a list; problems of malformed labels bring their own text. */
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

/** Findings about clusters on the account. */
const OF_CLUSTERS = ['dirty-used', 'free-used', 'terminating-used', 'over-limit'] as const

/** Labels of all findings of a binding, worst first. */
export function problemLabels(facts: BindingFacts): readonly string[] {
  return findingsOf(facts).flatMap(finding => (finding === 'malformed' ? labelProblems(facts) : LABELS[finding]))
}

/** Labels of the problems of its Kubernetes labels. */
export function labelProblems({ pooled }: BindingFacts): readonly string[] {
  return pooled.problems.map(({ words }) => words)
}

/** Label of the worst finding about clusters on its account; null for none. */
export function misuseLabel(facts: BindingFacts): string | null {
  const findings = findingsOf(facts)
  const worst = OF_CLUSTERS.find(finding => findings.includes(finding))
  return worst ? LABELS[worst] : null
}
