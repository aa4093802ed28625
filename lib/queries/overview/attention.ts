import { FINDING_SEVERITY, FINDINGS, type Finding, isFound } from '#lib/hap/findings/finding.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import type { QueryContext } from '../query-context.ts'

/** One line of the list of what wants attention; `q` finds exactly the bindings it counts. */
export interface Attention {
  readonly severity: 'danger' | 'warn'
  readonly title: string
  readonly count: number
  readonly q: string
}

/** What is worth a look on the first page; the rest is said on the page of the binding. */
const TITLES: Partial<Readonly<Record<Finding, string>>> = {
  'dirty-used': 'Given back, but clusters use it',
  'free-used': 'Free, but clusters use it',
  'shared-account': 'Several bindings of one account',
  'malformed-found': 'Malformed, but KEB still hands it out',
  malformed: 'Malformed labels',
  'terminating-used': 'Being deleted, but clusters use it',
  'over-limit': 'More clusters than the limit',
  'free-unreached': 'Free, but no rule leads there',
}

/** What a person should look at, worst first, without what there is none of. */
export function attention(context: QueryContext): readonly Attention[] {
  const counts = countFindings(context)
  return FINDINGS.flatMap(finding => {
    const [title, severity, count] = [TITLES[finding], FINDING_SEVERITY[finding], counts.get(finding) ?? 0]
    if (title === undefined || severity === 'info' || count === 0) return []
    return [{ severity, title, count, q: `problem:${finding}` }]
  })
}

function countFindings(context: QueryContext): ReadonlyMap<Finding, number> {
  const counts = new Map<Finding, number>()
  for (const pooled of context.inventory.pools.values()) {
    const facts = new BindingFacts(pooled, context)
    for (const finding of FINDINGS) if (isFound(finding, facts)) counts.set(finding, (counts.get(finding) ?? 0) + 1)
  }
  return counts
}
