import { useState } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton } from '#components/ui/cell-link.tsx'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { Panel, PanelNote } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { RuleUse } from '#lib/hap/analysis/coverage.ts'
import { type Reach, reachName } from '#lib/hap/selection/reach.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Coverage } from '../evaluation/questions.ts'
import { CombinationTable } from './combination-table.tsx'
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
  { value: 'never', label: 'Never chosen' },
  { value: 'unserved', label: 'Without a binding' },
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
        <PanelNote>{shown === 'never' ? 'Every rule was chosen.' : 'Every rule leads to a binding.'}</PanelNote>
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
            <span className={text.muted}>never chosen</span>
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
          {missing.length > 0 && <Verdict outcome="warn">no binding in {missing.map(formatReach).join(', ')}</Verdict>}
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
