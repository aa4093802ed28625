import { FINDING_SEVERITY, FINDINGS, type Finding, isFound } from '#lib/hap/analysis/findings.ts'
import type { BindingFacts } from '../bindings/binding-facts.ts'

/** One line of the list of what wants attention; `q` finds exactly the bindings it counts. */
export interface Attention {
  readonly severity: 'danger' | 'warn'
  readonly title: string
  readonly count: number
  readonly q: string
}

/** What is worth a look on the first page; the rest is said on the page of the binding. */
const TITLES: Partial<Readonly<Record<Finding, string>>> = {
  'dirty-used': 'Released, but clusters use it',
  'free-used': 'Free, but clusters use it',
  'shared-account': 'Several bindings of one account',
  'malformed-found': 'Malformed, but KEB still assigns it',
  migrated: 'Migrated without labels',
  restored: 'Restored or recreated',
  'provider-mismatch': 'Provider type mismatch',
  unwritable: 'Refused by Gardener',
  malformed: 'Malformed labels',
  'terminating-used': 'Being deleted, but clusters use it',
  'over-limit': 'More clusters than the limit',
  'free-unreached': 'Free, but no rule leads there',
}

const TITLED = FINDINGS.filter(finding => TITLES[finding] !== undefined)

/** What a person should look at of some bindings, worst first, without what there is none of. */
export function attention(all: Iterable<BindingFacts>): readonly Attention[] {
  const counts = countFindings(all)
  return FINDINGS.flatMap(finding => {
    const [title, severity, count] = [TITLES[finding], FINDING_SEVERITY[finding], counts.get(finding) ?? 0]
    if (title === undefined || severity === 'info' || count === 0) return []
    return [{ severity, title, count, q: `problem:${finding}` }]
  })
}

function countFindings(all: Iterable<BindingFacts>): ReadonlyMap<Finding, number> {
  const counts = new Map<Finding, number>()
  for (const facts of all) {
    for (const finding of TITLED) if (isFound(finding, facts)) counts.set(finding, (counts.get(finding) ?? 0) + 1)
  }
  return counts
}
