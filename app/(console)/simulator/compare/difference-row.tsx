import { useState } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CountButton } from '#components/ui/cell-link.tsx'
import text from '#components/ui/text.module.css'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { paths } from '#lib/paths.ts'
import type { MatrixDifferenceView } from '#lib/queries/simulator/compare-rules.ts'
import type { MatrixEndView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { CombinationList } from '../matrix/combination-list.tsx'
import matrixStyles from '../matrix/matrix.module.css'
import { OUTCOME_WORDS } from '../matrix/outcome-words.ts'
import { SelectorCell } from '../matrix/selector-cell.tsx'
import styles from './compare.module.css'
import { partsText } from './part-words.ts'

interface DifferenceRowProps {
  readonly difference: MatrixDifferenceView
  readonly matrix: Matrix
  readonly names: readonly [string, string]
  readonly columns: number
}

/** Combinations that part in the same way; their number opens them. */
export function DifferenceRow({ difference, matrix, names, columns }: DifferenceRowProps) {
  const { left, right, parts, numbers } = difference
  const [open, setOpen] = useState(false)
  const count = formatCount(numbers.length)
  const [from, to] = [OUTCOME_WORDS[left.outcome].words, OUTCOME_WORDS[right.outcome].words]
  return (
    <>
      <tr>
        <td data-align="end" data-fold="aside">
          <CountButton
            aria-expanded={open}
            aria-label={`${formatPlural(numbers.length, 'combination')}: ${from}, then ${to}; ${partsText(parts)}`}
            onClick={() => setOpen(!open)}
          >
            {count}
          </CountButton>
        </td>
        <th scope="row" data-wrap>
          {partsText(parts)}
        </th>
        <td data-wrap data-fold="line" data-label={names[0]}>
          <End end={left} />
        </td>
        <td data-wrap data-fold="line" data-label={names[1]}>
          <End end={right} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columns} data-wrap className={matrixStyles.inner}>
            <CombinationList matrix={matrix} numbers={numbers} />
          </td>
        </tr>
      )}
    </>
  )
}

function End({ end: { outcome, rule, pool, selector, command } }: { readonly end: MatrixEndView }) {
  const { words, verdict } = OUTCOME_WORDS[outcome]
  return (
    <span className={styles.end}>
      <Verdict outcome={verdict}>{words}</Verdict>
      {rule ? <RuleText text={rule.text} /> : <span className={text.faint}>no rule</span>}
      {pool && (
        <PoolName
          name={pool.hyperscalerType}
          euAccess={pool.euAccess}
          shared={pool.shared}
          href={isLegalLabelValue(pool.hyperscalerType) ? paths.pool(pool) : null}
        />
      )}
      {selector !== null && <SelectorCell selector={selector} command={command} />}
    </span>
  )
}
