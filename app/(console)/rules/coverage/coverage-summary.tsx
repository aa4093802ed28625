import { formatCount, formatPlural } from '#components/ui/format.ts'
import { countClusters } from '#lib/hap/coverage/cover-rules.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { Coverage } from '../evaluation/questions.ts'
import styles from './coverage.module.css'

interface CoverageSummaryProps {
  readonly coverage: Coverage
  readonly seen: SeenRequests
}

/** The whole in two sentences: what the rules decide of what was seen, and what nobody can tell. */
export function CoverageSummary({ coverage, seen }: CoverageSummaryProps) {
  return <p className={styles.summary}>{coverageWords(coverage, seen)}</p>
}

/** The words of the summary. */
export function coverageWords({ rules, uncovered, unclear }: Coverage, { combinations, withoutPlan }: SeenRequests) {
  const told = countClusters(combinations)
  const all = told + withoutPlan
  const never = rules.filter(({ clusters }) => clusters === 0).length
  const decided = told - countClusters(uncovered) - countClusters(unclear)
  const open = [
    [countClusters(uncovered), 'fit no rule'],
    [countClusters(unclear), 'depend on a region nobody knows'],
    [withoutPlan, 'have no known plan'],
  ] as const
  const rest = open.flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : []))
  const first = `The rules decide ${formatCount(decided)} of ${formatPlural(all, 'cluster')}${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`
  if (never === 0) return `${first} Every rule was chosen.`
  return `${first} ${formatCount(never)} of ${formatPlural(rules.length, 'rule')} ${never === 1 ? 'was' : 'were'} never chosen.`
}
