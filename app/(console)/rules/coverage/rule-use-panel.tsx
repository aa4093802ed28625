import { useState } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton, CountLink, TextLink } from '#components/ui/links.tsx'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { Panel, PanelNote } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { RequestCombination, RuleUse } from '#lib/hap/analysis/coverage.ts'
import { type Reach, reachName } from '#lib/hap/selection/reach.ts'
import { paths } from '#lib/paths.ts'
import { requestedLikeTerms } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Coverage } from '../evaluation/questions.ts'
import { useImportedPlans } from '../use-seen-requests.ts'
import styles from './coverage.module.css'

const COLUMNS = [
  { header: '#', width: 56 },
  { header: 'Rule' },
  { header: 'Clusters', width: 128, align: 'end' },
  { header: 'Last seen', width: 128 },
  { header: 'Pools', width: 240 },
] as const

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'never', label: 'Never matched' },
  { value: 'unserved', label: 'No bindings' },
] as const

type Shown = (typeof SHOWN)[number]['value']

/** Rows to a step. A rules file rarely has more than a few dozen rules, so one step shows them all. */
const STEP = 200

interface RuleUsePanelProps {
  readonly uses: readonly RuleUse[]
  readonly unserved: Coverage['unserved']
}

/** Lists each rule with its number of clusters, the last time a cluster chose it, and the pools without a binding. */
export function RuleUsePanel({ uses, unserved }: RuleUsePanelProps) {
  const [shown, setShown] = useState<Shown>('all')
  const missing = new Map(unserved.map(({ rule, reaches }) => [rule, reaches]))
  const rows = uses.filter(({ rule, clusters }) => {
    if (shown === 'all') return true
    return shown === 'never' ? clusters === 0 : missing.has(rule)
  })
  const first = useFirstRows(rows, STEP)
  return (
    <Panel title="Rules" aside={<Segmented label="Rules to show" value={shown} options={SHOWN} onChange={setShown} />}>
      {rows.length === 0 ? (
        <PanelNote>
          {shown === 'never' ? 'Every rule was matched.' : 'Every rule selects a pool with bindings.'}
        </PanelNote>
      ) : (
        <SmallTable label="Rules by use" columns={COLUMNS} folding>
          {first.shown.map(use => (
            <RuleUseRow key={use.rule.index} use={use} missing={missing.get(use.rule) ?? []} columns={COLUMNS.length} />
          ))}
        </SmallTable>
      )}
      <MoreRows {...first.more} what="rule" />
    </Panel>
  )
}

interface RuleUseRowProps {
  readonly use: RuleUse
  /** Pools that the rule selects and that have no binding. */
  readonly missing: readonly Reach[]
  readonly columns: number
}

/** One rule. Its number of clusters expands a table of the combinations that chose the rule. */
function RuleUseRow({ use: { rule, clusters, lastAt, combinations }, missing, columns }: RuleUseRowProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <tr>
        <td className={text.faint} data-fold="hidden">
          {rule.index + 1}
        </td>
        <th scope="row" data-tip={rule.text.length > 60 ? rule.text : undefined}>
          <RuleText text={rule.text.trim()} />
        </th>
        <td data-align="end" data-fold="aside">
          {clusters === 0 ? (
            <span className={text.muted}>never matched</span>
          ) : (
            <CountButton
              aria-expanded={open}
              aria-label={`${formatPlural(clusters, 'cluster')} of rule ${rule.index + 1}`}
              onClick={() => setOpen(!open)}
            >
              {formatCount(clusters)}
            </CountButton>
          )}
        </td>
        <td className={text.muted} data-fold="line">
          {lastAt === null ? '—' : <RelativeTime at={new Date(lastAt).toISOString()} />}
        </td>
        <td data-fold="line">
          {missing.length > 0 && <Verdict outcome="warn">no bindings in {missing.map(formatReach).join(', ')}</Verdict>}
        </td>
      </tr>
      {open && clusters > 0 && (
        <tr>
          <td colSpan={columns} data-wrap className={styles.inner}>
            <CombinationTable label={`Clusters of rule ${rule.index + 1}`} combinations={combinations} />
          </td>
        </tr>
      )}
    </>
  )
}

function formatReach(reach: Reach): string {
  return [reachName(reach), reach.euAccess && 'EU', reach.shared && 'shared'].filter(Boolean).join(' · ')
}

const COMBINATION_COLUMNS = [
  { header: 'Plan' },
  { header: 'Provider' },
  { header: 'Platform region' },
  { header: 'Hyperscaler region' },
  { header: 'Clusters', width: 88, align: 'end' },
  { header: 'Last seen', width: 112 },
  { header: 'Simulator', width: 96 },
] as const

const COMBINATIONS_STEP = 50

interface CombinationTableProps {
  readonly label: string
  readonly combinations: readonly RequestCombination[]
}

/** Lists combinations of request parameters, those with most clusters first. */
export function CombinationTable({ label, combinations }: CombinationTableProps) {
  const { shown, more } = useFirstRows(combinations, COMBINATIONS_STEP)
  // The list of shoots does not know the imported plans, so a link to it would show other clusters.
  const { imported } = useImportedPlans()
  const hrefOf = (one: RequestCombination) => {
    const q = imported === null ? requestedLikeTerms(one) : null
    return q === null ? null : paths.shoots({ q })
  }
  return (
    <>
      <SmallTable label={label} columns={COMBINATION_COLUMNS} folding>
        {shown.map(one => (
          <tr key={JSON.stringify([one.plan, one.provider, one.platformRegion, one.hyperscalerRegion])}>
            <th scope="row" className={text.mono}>
              {one.plan}
            </th>
            <td className={text.mono} data-fold="line">
              {one.provider}
            </td>
            <td data-fold="line" data-label="PR">
              {renderRegion(one.platformRegion)}
            </td>
            <td data-fold="line" data-label="HR">
              {renderRegion(one.hyperscalerRegion)}
            </td>
            <td data-align="end" data-fold="line" data-label="clusters">
              <CountLink count={one.clusters} href={hrefOf(one)} noun="cluster" detail={`of ${one.plan}`} />
            </td>
            <td className={text.muted} data-fold="line">
              {one.lastAt === null ? '—' : <RelativeTime at={new Date(one.lastAt).toISOString()} />}
            </td>
            <td data-fold="aside">
              <TextLink href={paths.simulator(one)}>Open</TextLink>
            </td>
          </tr>
        ))}
      </SmallTable>
      <MoreRows {...more} what="combination" />
    </>
  )
}

function renderRegion(region: string | null) {
  if (region === null) return <span className={text.faint}>unknown</span>
  return region === '' ? '—' : <span className={text.mono}>{region}</span>
}
