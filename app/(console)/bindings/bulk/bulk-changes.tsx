import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { DistinctChange } from '#lib/hap/actions/plan-together.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { withReason } from '../[kind]/[name]/act/action-form.ts'
import styles from './bulk.module.css'

interface BulkChangesProps {
  readonly plan: Pick<BulkPlan, 'changes' | 'targets'>
  /** The reason typed so far. Some actions write it to the bindings. */
  readonly reason: string
}

/** Number of changes shown without expanding. */
const AT_ONCE = 2

/** Changes to the bindings: one diff with a count for each distinct change. */
export function BulkChanges({ plan: { changes, targets }, reason }: BulkChangesProps) {
  const nameOf = ({ count, first }: DistinctChange) => {
    const target = targets[first]
    return count === 1 && target ? `${target.kind} ${target.name}` : formatPlural(count, 'binding')
  }
  const diffs = changes.map(change => (
    <LabelDiff
      key={change.first}
      object={nameOf(change)}
      lines={change.lines.map(({ value, values, ...line }) =>
        value === null
          ? { ...line, value: `(${formatCount(values)} different values)`, bare: true }
          : withReason({ ...line, value }, reason),
      )}
    />
  ))
  const more = diffs.length - AT_ONCE
  return (
    <section className={styles.changes} aria-label="Label changes">
      {diffs.slice(0, AT_ONCE)}
      {more > 0 && (
        <Disclosure summary={`${formatPlural(more, 'more change')}`}>
          <div className={styles.changes}>{diffs.slice(AT_ONCE)}</div>
        </Disclosure>
      )}
    </section>
  )
}
