import { Verdict } from '#components/hap/verdict.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { ConditionRow, ObjectDetail } from '#lib/queries/operators/object-detail.ts'

const COLUMNS = [
  { header: 'Condition', width: 248 },
  { header: 'Status', width: 112 },
  { header: 'Reason' },
  { header: 'Since', width: 72, align: 'end' },
] as const

const OUTCOMES = { True: 'done', False: 'warn', Unknown: 'running' } as const

interface ConditionsPanelProps {
  readonly detail: ObjectDetail
  /** True for a deleted object: its conditions are history. */
  readonly past: boolean
}

/** Lists the conditions of an object and the generation that each of them describes. */
export function ConditionsPanel({ detail, past }: ConditionsPanelProps) {
  const { conditions, generation, observedGeneration } = detail
  return (
    <Panel
      id="conditions"
      title="Conditions"
      aside={past ? 'last known state' : generationText(generation, observedGeneration)}
    >
      {conditions.length === 0 ? (
        <NoLines>Not checked by an operator yet.</NoLines>
      ) : (
        <SmallTable label="Conditions" columns={COLUMNS} folding>
          {conditions.map(condition => (
            <ConditionLine key={condition.type} condition={condition} generation={generation} past={past} />
          ))}
        </SmallTable>
      )}
    </Panel>
  )
}

function generationText(generation: number, observed: number | null): string {
  if (observed === null || observed === generation) return `generation ${generation}`
  return `generation ${generation}, observed ${observed}`
}

interface ConditionLineProps {
  readonly condition: ConditionRow
  readonly generation: number
  readonly past: boolean
}

function ConditionLine({ condition, generation, past }: ConditionLineProps) {
  const { type, status, reason, message, since, observedGeneration } = condition
  const isOld = observedGeneration !== null && observedGeneration !== generation
  return (
    <tr>
      <th scope="row">{type}</th>
      <td data-fold="aside">
        <Verdict outcome={past ? 'info' : OUTCOMES[status]}>{status}</Verdict>
      </td>
      <td data-wrap data-fold="line">
        {reason}{' '}
        {isOld && <Tag longForm={`Observed at generation ${observedGeneration}`}>generation {observedGeneration}</Tag>}
        {message !== '' && <p className={text.muted}>{message}</p>}
      </td>
      <td data-align="end" data-fold="end">
        <RelativeTime at={since} as="for" />
      </td>
    </tr>
  )
}
