'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { CountButton } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { paths } from '#lib/paths.ts'
import type { MatrixDifferenceView } from '#lib/queries/simulator/compare-rules.ts'
import type { MatrixEndView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from '../compare/compare.module.css'
import { type ComparisonChoice, formatParts, NO_DRAFTS, sideNames } from '../compare/comparison-choice.ts'
import { ComparisonFrame } from '../compare/comparison-frame.tsx'
import { useDraftTexts } from '../compare/use-comparison.ts'
import { OUTCOME_LABELS, SelectorCell } from '../outcome-cells.tsx'
import { buildSides, matrixComparisonQuery } from '../simulator-queries.ts'
import { CombinationList } from './combination-list.tsx'
import matrixStyles from './matrix.module.css'

interface MatrixComparisonProps {
  readonly choice: ComparisonChoice
  readonly semantics: Semantics
  readonly person: string
  readonly matrix: Matrix
}

/** Lists the differing combinations of a matrix, grouped by difference. */
export function MatrixComparisonPanel({ choice, semantics, person, matrix }: MatrixComparisonProps) {
  const drafts = useDraftTexts(person)
  const sides = buildSides(choice, semantics, drafts ?? NO_DRAFTS)
  const query = useQuery({ ...matrixComparisonQuery(sides, matrix), enabled: sides !== null })
  const [left, right] = sideNames(choice, semantics)
  const columns = [
    { header: 'Combinations', width: 104, align: 'end' },
    { header: 'Differs in', width: 124 },
    { header: left },
    { header: right },
  ] as const
  return (
    <ComparisonFrame
      choice={choice}
      available={sides !== null || drafts === null}
      answer={query.data}
      error={query.error}
      pending={<Skeleton width="100%" height={180} />}
      onRetry={() => void query.refetch()}
    >
      {({ matrix: evaluated, combinations, differences, estimated }) => {
        const count = differences.reduce((sum, { numbers }) => sum + numbers.length, 0)
        const all = formatPlural(combinations, 'combination')
        return (
          <Panel
            title={
              count === 0
                ? `None of ${all} differs`
                : `${formatCount(count)} of ${all} ${count === 1 ? 'differs' : 'differ'}`
            }
            aside={
              <>
                <RelativeTime at={new Date(query.dataUpdatedAt).toISOString()} />
                <Button
                  size="small"
                  onClick={() => void query.refetch()}
                  disabledReason={query.isFetching ? 'Evaluating…' : null}
                >
                  Evaluate again
                </Button>
              </>
            }
          >
            {count === 0 ? (
              <EmptyState reason="empty" title="Same result on both sides">
                Each combination gets the same rule, pool, outcome and account on both sides.
              </EmptyState>
            ) : (
              <SmallTable label="Differences" columns={columns} folding>
                {differences.map(difference => (
                  <DifferenceRow
                    key={difference.numbers[0]}
                    difference={difference}
                    matrix={evaluated}
                    names={[left, right]}
                    columns={columns.length}
                  />
                ))}
              </SmallTable>
            )}
            {estimated && <NoLines>{ESTIMATE_MESSAGE}</NoLines>}
          </Panel>
        )
      }}
    </ComparisonFrame>
  )
}

interface DifferenceRowProps {
  readonly difference: MatrixDifferenceView
  readonly matrix: Matrix
  readonly names: readonly [string, string]
  readonly columns: number
}

/** Combinations with the same difference; their number expands them. */
function DifferenceRow({ difference, matrix, names, columns }: DifferenceRowProps) {
  const { left, right, parts, numbers } = difference
  const [open, setOpen] = useState(false)
  const count = formatCount(numbers.length)
  const [from, to] = [OUTCOME_LABELS[left.outcome].label, OUTCOME_LABELS[right.outcome].label]
  return (
    <>
      <tr>
        <td data-align="end" data-fold="aside">
          <CountButton
            aria-expanded={open}
            aria-label={`${formatPlural(numbers.length, 'combination')}: ${from}, then ${to}; ${formatParts(parts)}`}
            onClick={() => setOpen(!open)}
          >
            {count}
          </CountButton>
        </td>
        <th scope="row" data-wrap>
          {formatParts(parts)}
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
  const { label, verdict } = OUTCOME_LABELS[outcome]
  return (
    <span className={styles.end}>
      <Verdict outcome={verdict}>{label}</Verdict>
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
