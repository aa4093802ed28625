import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import type { MatrixView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { GroupRow } from './group-row.tsx'

const COLUMNS = [
  { header: 'Outcome', width: 92 },
  { header: 'Combinations', width: 100, align: 'end' },
  { header: 'Rule' },
  { header: 'Pool', width: 152 },
  { header: 'Accounts', width: 96 },
  { header: 'Selector', width: 248 },
] as const

interface MatrixResultProps {
  readonly view: MatrixView
  /** When it was evaluated; milliseconds since 1970. */
  readonly at: number
  readonly busy: boolean
  readonly onAgain: () => void
}

/** What the combinations come to, grouped by outcome, rule and pool; what no rule fits first. */
export function MatrixResult({ view, at, busy, onAgain }: MatrixResultProps) {
  const { matrix, groups, groupOf, semantics, estimated } = view
  const numbers = useMemo(() => numbersByGroup(groupOf, groups.length), [groupOf, groups.length])
  return (
    <Panel
      title={titleOf(view)}
      aside={
        <>
          <span>
            {formatPlural(groups.length, 'group')}, {semantics} semantics,{' '}
            <RelativeTime at={new Date(at).toISOString()} />
          </span>
          <Button size="small" onClick={onAgain} disabledReason={busy ? 'It is being evaluated.' : null}>
            Evaluate again
          </Button>
        </>
      }
    >
      <SmallTable label="Outcomes" columns={COLUMNS} folding>
        {groups.map((group, place) => (
          <GroupRow
            key={numbers[place]?.[0]}
            group={group}
            matrix={matrix}
            numbers={numbers[place] ?? []}
            columns={COLUMNS.length}
          />
        ))}
      </SmallTable>
      {estimated && <NoLines>{ESTIMATE_MESSAGE}</NoLines>}
    </Panel>
  )
}

function titleOf({ groups, groupOf }: MatrixView): string {
  const count = (kind: string) =>
    groups.reduce((sum, { outcome, combinations }) => sum + (outcome === kind ? combinations : 0), 0)
  const [without, refused] = [count('no-rule'), count('refused')]
  const all = formatPlural(groupOf.length, 'combination')
  if (without > 0) {
    const alsoRefused = refused > 0 ? `, ${formatCount(refused)} refused` : ''
    return `No rule fits ${formatCount(without)} of ${all}${alsoRefused}`
  }
  return refused > 0 ? `${formatCount(refused)} of ${all} refused` : `A rule fits each of ${all}`
}

/** The numbers of the combinations of each group, ascending. */
function numbersByGroup(groupOf: readonly number[], groups: number): readonly (readonly number[])[] {
  const numbers: number[][] = Array.from({ length: groups }, () => [])
  groupOf.forEach((place, number) => {
    numbers[place]?.push(number)
  })
  return numbers
}
