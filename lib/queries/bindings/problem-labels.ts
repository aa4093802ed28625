import { type Finding, findingsOf } from '#lib/hap/analysis/findings.ts'
import type { BindingFacts } from './binding-facts.ts'

/** Labels for a row of a list; problems of malformed labels bring their own text. */
const LABELS: Readonly<Record<Exclude<Finding, 'malformed'>, string>> = {
  'dirty-used': 'released but still in use',
  'free-used': 'free but in use',
  'malformed-found': 'malformed but still assignable by KEB',
  migrated: 'migrated without labels',
  restored: 'restored or recreated',
  contradictory: 'contradictory labels',
  misspelled: 'misspelled labels',
  'provider-mismatch': 'provider type mismatch',
  unwritable: 'refused by Gardener',
  'shared-account': 'account shared by several bindings',
  unlabelled: 'unlabelled',
  'terminating-used': 'being deleted while in use',
  'over-limit': 'over the cluster limit',
  stuck: 'stuck',
  'free-unreached': 'free but unreachable',
  full: 'full',
  'idle-claim': 'claimed but unused',
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
