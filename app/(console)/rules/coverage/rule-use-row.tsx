import { useState } from 'react'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton } from '#components/ui/count-button.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { RuleUse } from '#lib/hap/analysis/coverage.ts'
import { type Reach, reachName } from '#lib/hap/selection/reach.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { CombinationTable } from './combination-table.tsx'
import styles from './coverage.module.css'

interface RuleUseRowProps {
  readonly use: RuleUse
  /** Where the rule leads and no binding is. */
  readonly missing: readonly Reach[]
  readonly columns: number
}

/** One rule; its number opens what it was chosen for. */
export function RuleUseRow({ use: { rule, clusters, lastAt, combinations }, missing, columns }: RuleUseRowProps) {
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
          {missing.length > 0 && <Verdict outcome="warn">no binding in {missing.map(nameOf).join(', ')}</Verdict>}
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

function nameOf(reach: Reach): string {
  return [reachName(reach), reach.euAccess && 'EU', reach.shared && 'shared'].filter(Boolean).join(' · ')
}
