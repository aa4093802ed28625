'use client'

import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { type ComparisonChoice, sideNames } from './choice.ts'
import { matrixComparisonQuery, sidesOf } from './compare-query.ts'
import { ComparisonFrame } from './comparison-frame.tsx'
import { DifferenceRow } from './difference-row.tsx'
import { NO_DRAFTS } from './draft-texts.ts'
import { useDraftTexts } from './use-draft-texts.ts'

interface MatrixComparisonProps {
  readonly choice: ComparisonChoice
  readonly semantics: Semantics
  readonly person: string
  readonly matrix: Matrix
}

/** The combinations of a matrix that differ between both sides, grouped by how. */
export function MatrixComparisonPanel({ choice, semantics, person, matrix }: MatrixComparisonProps) {
  const drafts = useDraftTexts(person)
  const sides = sidesOf(choice, semantics, drafts ?? NO_DRAFTS)
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
      asked={sides !== null || drafts === null}
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
                  disabledReason={query.isFetching ? 'It is being evaluated.' : null}
                >
                  Evaluate again
                </Button>
              </>
            }
          >
            {count === 0 ? (
              <EmptyState reason="empty" title="Both sides come to the same">
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
