'use client'

import { type ReactNode, useMemo } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Panel, PanelNote } from '#components/ui/panel.tsx'
import { countClusters, type RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { WITHOUT_PLAN } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import type { Coverage } from '../evaluation/questions.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { useDraft } from '../use-draft.tsx'
import { useImportedPlans, useSeenRequests } from '../use-seen-requests.ts'
import styles from './coverage.module.css'
import { CombinationTable, RuleUsePanel } from './rule-use-panel.tsx'

/** Applies the rules of the draft to all observed clusters, and lists the gaps between rules and pools. */
export function CoverageTab() {
  const { checked } = useDraft()
  const { data, error, refetch } = useSeenRequests()
  const coverage = useCoverage(data)
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <TabSkeleton />
  if (checked && !checked.valid) {
    return (
      <EmptyState reason="empty" title="The draft has errors">
        Fix the errors in the editor. The coverage will appear as soon as the rules are valid.
      </EmptyState>
    )
  }
  if (!coverage) return <TabSkeleton />
  return (
    <>
      {error && <RefreshFailure error={error} onRetry={retry} />}
      {data.partial && (
        <Strip tone="warn">The database is not responding. Clusters known only to the database are not counted.</Strip>
      )}
      <div className={styles.coverage}>
        <CoverageSummary coverage={coverage} seen={data} />
        <UncoveredPanel title="Combinations without a rule" combinations={coverage.uncovered}>
          Every requested combination has a rule.
        </UncoveredPanel>
        <RuleUsePanel uses={coverage.rules} unserved={coverage.unserved} />
        <UnreachedPanel pools={coverage.unreached} />
        {coverage.unclear.length > 0 && (
          <UncoveredPanel title="Unknown region" combinations={coverage.unclear}>
            The rule for these clusters depends on an unknown region.
          </UncoveredPanel>
        )}
      </div>
    </>
  )
}

/** Computes the coverage of the draft after each change. Returns null until `seen` is loaded and while the draft has errors. */
function useCoverage(seen: SeenRequests | undefined): Coverage | null {
  const { checked } = useDraft()
  const draft = checked?.valid ? checked.id : null
  const input = useMemo(() => (seen && draft !== null ? { draft, seen } : null), [seen, draft])
  return useAnswer('coverage', input)
}

interface UncoveredPanelProps {
  readonly title: string
  readonly combinations: readonly RequestCombination[]
  /** Shown in place of an empty table. */
  readonly children: ReactNode
}

/** Lists combinations of request parameters that no rule decides. */
function UncoveredPanel({ title, combinations, children }: UncoveredPanelProps) {
  const clusters = combinations.length > 0 && formatPlural(countClusters(combinations), 'cluster')
  return (
    <Panel title={title} aside={clusters}>
      {combinations.length === 0 ? (
        <PanelNote>{children}</PanelNote>
      ) : (
        <CombinationTable label={title} combinations={combinations} />
      )}
    </Panel>
  )
}

/** Lists pools that no rule of the draft selects, so that no claim can get their accounts. */
function UnreachedPanel({ pools }: { readonly pools: Coverage['unreached'] }) {
  return (
    <Panel title="Pools not reached by any rule" aside={pools.length > 0 && formatPlural(pools.length, 'pool')}>
      {pools.length === 0 ? (
        <PanelNote>Every pool is reached by a rule.</PanelNote>
      ) : (
        <LineList label="Pools not reached by any rule">
          {pools.map(pool => (
            <Line key={poolKey(pool)} end={formatPlural(pool.accounts, 'account')}>
              <PoolName
                name={pool.hyperscalerType}
                euAccess={pool.euAccess}
                shared={pool.shared}
                href={paths.pool(pool)}
              />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

interface CoverageSummaryProps {
  readonly coverage: Coverage
  readonly seen: SeenRequests
}

/**
 * A part of the summary with the page that lists the counted clusters; null when a panel below
 * lists them.
 */
interface SummaryPart {
  readonly text: string
  readonly href: string | null
}

/** Summarizes in two sentences how many clusters the rules decide, and which they cannot decide. */
function CoverageSummary({ coverage, seen }: CoverageSummaryProps) {
  // The list of shoots does not know the imported plans, so a link to it would show other clusters.
  const { imported } = useImportedPlans()
  return (
    <p className={styles.summary}>
      {buildSummaryParts(coverage, seen, imported === null).map(({ text, href }) =>
        href === null ? (
          text
        ) : (
          <TextLink key={text} href={href}>
            {text}
          </TextLink>
        ),
      )}
    </p>
  )
}

/** Builds the summary. `listed` says whether the list of shoots knows the same plans. */
export function buildSummaryParts(
  { rules, uncovered, unclear }: Coverage,
  { combinations, withoutPlan }: SeenRequests,
  listed: boolean,
): readonly SummaryPart[] {
  const known = countClusters(combinations)
  const all = known + withoutPlan
  const never = rules.filter(({ clusters }) => clusters === 0).length
  const decided = known - countClusters(uncovered) - countClusters(unclear)
  const open: readonly (readonly [number, string, string | null])[] = [
    [countClusters(uncovered), 'match no rule', null],
    [countClusters(unclear), 'depend on an unknown region', null],
    [withoutPlan, 'have an unknown plan', listed ? paths.shoots({ q: WITHOUT_PLAN }) : null],
  ]
  const rest = open.filter(([count]) => count > 0)
  const chosen =
    never === 0
      ? 'Every rule was matched.'
      : `${formatCount(never)} of ${formatPlural(rules.length, 'rule')} ${never === 1 ? 'was' : 'were'} never matched.`
  return [
    { text: `The rules decide ${formatCount(decided)} of `, href: null },
    { text: formatPlural(all, 'cluster'), href: paths.shoots() },
    ...rest.flatMap(([count, condition, href], i) => [
      { text: i === 0 ? '; ' : ', ', href: null },
      { text: `${formatCount(count)} ${condition}`, href },
    ]),
    { text: `. ${chosen}`, href: null },
  ]
}
