import { useState } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { CapacityBar } from '#components/hap/state-counts.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { paths } from '#lib/paths.ts'
import type { MatrixGroupView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { CombinationList } from './combination-list.tsx'
import styles from './matrix.module.css'
import { OUTCOME_WORDS } from './outcome-words.ts'
import { SelectorCell } from './selector-cell.tsx'

interface GroupRowProps {
  readonly group: MatrixGroupView
  readonly matrix: Matrix
  /** Of its combinations. */
  readonly numbers: readonly number[]
  readonly columns: number
}

/** One group; its number opens its combinations. */
export function GroupRow({ group, matrix, numbers, columns }: GroupRowProps) {
  const { outcome, rule, pool, states, selector, command, message } = group
  const [open, setOpen] = useState(false)
  const { words, verdict } = OUTCOME_WORDS[outcome]
  const count = formatCount(numbers.length)
  return (
    <>
      <tr>
        <th scope="row">
          <Verdict outcome={verdict}>{words}</Verdict>
        </th>
        <td data-align="end" data-fold="aside">
          <CountButton
            aria-expanded={open}
            aria-label={`${formatPlural(numbers.length, 'combination')}: ${words}${rule ? ` by rule ${rule.no}` : ''}`}
            onClick={() => setOpen(!open)}
          >
            {count}
          </CountButton>
        </td>
        <td data-wrap data-fold="line" data-label="rule">
          {rule ? <RuleText text={rule.text} /> : <span className={text.faint}>none</span>}
        </td>
        <td data-wrap data-fold={pool ? 'line' : 'hidden'} data-label="pool">
          {pool ? (
            <PoolName
              name={pool.hyperscalerType}
              euAccess={pool.euAccess}
              shared={pool.shared}
              wrap
              href={isLegalLabelValue(pool.hyperscalerType) ? paths.pool(pool) : null}
            />
          ) : (
            '—'
          )}
        </td>
        <td data-fold="hidden">{states ? <CapacityBar counts={states} /> : '—'}</td>
        <td data-wrap data-fold={selector === null ? 'hidden' : 'line'}>
          {selector === null ? '—' : <SelectorCell selector={selector} command={command} />}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columns} data-wrap className={styles.inner}>
            {verdict !== 'ok' && (
              <p className={styles.message}>{message ?? 'Each has a reason of its own, which the simulator tells.'}</p>
            )}
            <CombinationList matrix={matrix} numbers={numbers} />
          </td>
        </tr>
      )}
    </>
  )
}
