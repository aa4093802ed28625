import type { Change, Concern } from '#lib/hap/impact/destination.ts'
import { IMPACT_LABELS, type ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { RevisionRow } from '#lib/queries/rules/revisions.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** What a revision changed, as a sentence: `1 rule added, 2 changed; 12 rules.` */
export function changeSummary({ changed, rules }: Pick<RevisionRow, 'changed' | 'rules'>): string {
  const { added, removed, changed: others } = changed
  const counts = [
    added > 0 && `${formatCount(added)} added`,
    removed > 0 && `${formatCount(removed)} removed`,
    others > 0 && `${formatCount(others)} changed`,
  ].filter(Boolean)
  return `${counts.length === 0 ? 'No rule changed' : `Rules: ${counts.join(', ')}`}; ${formatPlural(rules, 'rule')}.`
}

/** How the cases stood, as a sentence; null where there were none. */
export function caseSummary({
  cases: { passed, failed },
  overrideReason,
}: Pick<RevisionRow, 'cases' | 'overrideReason'>): string | null {
  if (passed + failed === 0) return null
  if (failed === 0) return `${formatPlural(passed, 'case')} held.`
  return `${formatCount(failed)} of ${formatPlural(passed + failed, 'case')} failed, overridden: ${overrideReason ?? ''}`
}

interface ImpactLine {
  /** Null for what another version called otherwise, and for what cannot be evaluated. */
  readonly name: Change | Concern | null
  readonly words: string
  readonly count: string
}

/** What was foreseen, a line for each thing that happens to clusters, the worst first. */
export function impactLines({ counts, unknown }: ImpactSummary): readonly ImpactLine[] {
  const lines = counts.map(({ impact, clusters, globalAccounts }) => {
    const name = isKnown(impact) ? impact : null
    const count = `${formatPlural(clusters, 'cluster')} of ${formatPlural(globalAccounts, 'global account')}`
    return { name, words: name === null ? impact : IMPACT_LABELS[name], count }
  })
  if (unknown === 0) return lines
  return [...lines, { name: null, words: 'cannot be evaluated', count: formatPlural(unknown, 'cluster') }]
}

function isKnown(impact: string): impact is Change | Concern {
  return Object.hasOwn(IMPACT_LABELS, impact)
}
