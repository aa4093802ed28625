import { useMemo, useState } from 'react'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { CapacityBar } from '#components/hap/state-counts.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { Button } from '#components/ui/button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { CountButton } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { ESTIMATE_MESSAGE } from '#lib/hap/selection/decision.ts'
import { paths } from '#lib/paths.ts'
import type { MatrixGroupView, MatrixView } from '#lib/queries/simulator/evaluate-matrix.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { OUTCOME_LABELS, SelectorCell } from '../outcome-cells.tsx'
import { CombinationList } from './combination-list.tsx'
import styles from './matrix.module.css'

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
  /** Time of the evaluation in milliseconds since 1970. */
  readonly at: number
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** Groups combinations by outcome, rule and pool; those without a rule come first. */
export function MatrixResult({ view, at, busy, onRefresh }: MatrixResultProps) {
  const { matrix, groups, groupOf, semantics, estimated } = view
  const numbers = useMemo(() => groupNumbers(groupOf, groups.length), [groupOf, groups.length])
  return (
    <Panel
      title={formatTitle(view)}
      aside={
        <>
          <span>
            {formatPlural(groups.length, 'group')}, {semantics} semantics,{' '}
            <RelativeTime at={new Date(at).toISOString()} />
          </span>
          <Button size="small" onClick={onRefresh} disabledReason={busy ? 'Evaluating…' : null}>
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

function formatTitle({ groups, groupOf }: MatrixView): string {
  const count = (kind: string) =>
    groups.reduce((sum, { outcome, combinations }) => sum + (outcome === kind ? combinations : 0), 0)
  const [without, refused] = [count('no-rule'), count('refused')]
  const all = formatPlural(groupOf.length, 'combination')
  if (without > 0) {
    const alsoRefused = refused > 0 ? `, ${formatCount(refused)} refused` : ''
    return `No rule matches ${formatCount(without)} of ${all}${alsoRefused}`
  }
  return refused > 0 ? `${formatCount(refused)} of ${all} refused` : `A rule matches each of ${all}`
}

/** Collects the combination numbers of each group, ascending. */
function groupNumbers(groupOf: readonly number[], groups: number): readonly (readonly number[])[] {
  const numbers: number[][] = Array.from({ length: groups }, () => [])
  groupOf.forEach((place, number) => {
    numbers[place]?.push(number)
  })
  return numbers
}

interface GroupRowProps {
  readonly group: MatrixGroupView
  readonly matrix: Matrix
  /** Numbers of its combinations. */
  readonly numbers: readonly number[]
  readonly columns: number
}

/** A group of combinations; its number expands them. */
function GroupRow({ group, matrix, numbers, columns }: GroupRowProps) {
  const { outcome, rule, pool, states, selector, command, message } = group
  const [open, setOpen] = useState(false)
  const { label, verdict } = OUTCOME_LABELS[outcome]
  const count = formatCount(numbers.length)
  return (
    <>
      <tr>
        <th scope="row">
          <Verdict outcome={verdict}>{label}</Verdict>
        </th>
        <td data-align="end" data-fold="aside">
          <CountButton
            aria-expanded={open}
            aria-label={`${formatPlural(numbers.length, 'combination')}: ${label}${rule ? ` by rule ${rule.no}` : ''}`}
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
              <p className={styles.message}>{message ?? 'The reasons differ. Open a combination to see its reason.'}</p>
            )}
            <CombinationList matrix={matrix} numbers={numbers} />
          </td>
        </tr>
      )}
    </>
  )
}
