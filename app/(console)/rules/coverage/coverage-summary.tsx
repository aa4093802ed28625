import { TextLink } from '#components/ui/text-link.tsx'
import { countClusters } from '#lib/hap/analysis/coverage.ts'
import { paths } from '#lib/paths.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { WITHOUT_PLAN } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Coverage } from '../evaluation/questions.ts'
import { useImport } from '../impact/use-import.ts'
import styles from './coverage.module.css'

interface CoverageSummaryProps {
  readonly coverage: Coverage
  readonly seen: SeenRequests
}

/** A number with its words, and where what it counts is listed; null where the panels below do. */
interface Part {
  readonly words: string
  readonly href: string | null
}

/** The whole in two sentences: what the rules decide of what was seen, and what nobody can tell. */
export function CoverageSummary({ coverage, seen }: CoverageSummaryProps) {
  // What a file of this tab told, the list of shoots does not know.
  const { imported } = useImport()
  return (
    <p className={styles.summary}>
      {coverageParts(coverage, seen, imported === null).map(({ words, href }) =>
        href === null ? (
          words
        ) : (
          <TextLink key={words} href={href}>
            {words}
          </TextLink>
        ),
      )}
    </p>
  )
}

/** The summary in parts; `listed`: whether the list of shoots knows the same plans. */
export function coverageParts(
  { rules, uncovered, unclear }: Coverage,
  { combinations, withoutPlan }: SeenRequests,
  listed: boolean,
): readonly Part[] {
  const told = countClusters(combinations)
  const all = told + withoutPlan
  const never = rules.filter(({ clusters }) => clusters === 0).length
  const decided = told - countClusters(uncovered) - countClusters(unclear)
  const open: readonly (readonly [number, string, string | null])[] = [
    [countClusters(uncovered), 'fit no rule', null],
    [countClusters(unclear), 'depend on a region nobody knows', null],
    [withoutPlan, 'have no known plan', listed ? paths.shoots({ q: WITHOUT_PLAN }) : null],
  ]
  const rest = open.filter(([count]) => count > 0)
  const chosen =
    never === 0
      ? 'Every rule was chosen.'
      : `${formatCount(never)} of ${formatPlural(rules.length, 'rule')} ${never === 1 ? 'was' : 'were'} never chosen.`
  return [
    { words: `The rules decide ${formatCount(decided)} of `, href: null },
    { words: formatPlural(all, 'cluster'), href: paths.shoots() },
    ...rest.flatMap(([count, words, href], i) => [
      { words: i === 0 ? '; ' : ', ', href: null },
      { words: `${formatCount(count)} ${words}`, href },
    ]),
    { words: `. ${chosen}`, href: null },
  ]
}
