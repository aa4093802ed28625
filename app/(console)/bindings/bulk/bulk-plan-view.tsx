import { StateText } from '#components/hap/binding-state.tsx'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { insertReason } from '#lib/hap/actions/action.ts'
import { describeNextRequests, type NextRequests } from '#lib/hap/actions/job.ts'
import type { DistinctChange } from '#lib/hap/actions/plan-together.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { formatCount, formatDuration, formatPlural } from '#lib/util/format.ts'
import { Refusal } from '../../refusal.tsx'
import actStyles from '../[kind]/[name]/act/act.module.css'
import type { DryRunAnswer, PlanAnswer } from './actions.ts'
import styles from './bulk.module.css'
import { BulkClusters, BulkTargets, DryRunMessage } from './bulk-targets.tsx'

interface BulkPlanViewProps {
  /** Null before the first plan. */
  readonly answer: PlanAnswer | null
  /** Null while the dry run is pending. */
  readonly dryRun: DryRunAnswer | null
  /** The reason typed so far. */
  readonly reason: string
  readonly checking: boolean
  readonly onCheckAgain: () => void
}

/** Plan of an action on a selection: changes, dangers, pools, clusters and duration. */
export function BulkPlanView({ answer, dryRun, reason, checking, onCheckAgain }: BulkPlanViewProps) {
  const checkAgain = (
    <Button size="small" disabledReason={checking ? 'Checking the selection.' : null} onClick={onCheckAgain}>
      Check again
    </Button>
  )
  if (answer === null) {
    return (
      <div className={actStyles.looking} role="status" aria-label="Loading the selected bindings">
        <Skeleton width="60%" />
        <Skeleton width="100%" height={84} />
      </div>
    )
  }
  if ('problem' in answer) {
    return <Refusal action={checkAgain}>{answer.problem}</Refusal>
  }
  const { plan, expectedMs, waiting } = answer
  const isNothing = plan.targets.length === 0
  return (
    <>
      {plan.dangers.map(({ text: danger, count }) => (
        <Message key={danger} tone="danger">
          {danger} {count < plan.targets.length && `(${formatPlural(count, 'binding')})`}
        </Message>
      ))}
      {!isNothing && (
        <>
          <Shortages plan={plan} />
          <Steps plan={plan} waiting={waiting} />
          <BulkChanges plan={plan} reason={reason} />
          <BulkClusters plan={plan} />
          <DryRunMessage dryRun={dryRun} targets={plan.targets.length} />
          <Message tone="info" icon="clock" action={checkAgain}>
            <span className={text.strong}>Takes at least {formatDuration(Math.max(1_000, expectedMs))}.</span> Gardener
            accepts about 2.5 writes per second. You can leave this page.
          </Message>
        </>
      )}
      <BulkTargets plan={plan} dryRun={dryRun} />
    </>
  )
}

/** Pools without enough accounts afterwards. */
function Shortages({ plan: { shifts, nextRequests } }: { readonly plan: BulkPlan }) {
  const short = [...shifts.filter(isEmpty).map(formatShift), ...nextRequests.filter(isShort).map(describeNextRequests)]
  if (short.length === 0) return null
  return (
    <Message tone="warn">
      <ul className={styles.steps}>
        {short.map(message => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Message>
  )
}

const isEmpty = ({ after }: BulkPlan['shifts'][number]) => after <= 0
const isShort = ({ tenants, free }: NextRequests) => free < tenants

function formatShift({ pool, before, after }: BulkPlan['shifts'][number]): string {
  return `Pool ${pool}: ${formatPlural(before, 'usable account')} now, ${after <= 0 ? 'none' : formatCount(after)} afterwards.`
}

interface StepsProps {
  readonly plan: BulkPlan
  /** Global accounts that wait for accounts that become free. */
  readonly waiting: readonly string[]
}

/**
 * Changes of state with counts, the remaining accounts of the pools, and the queued claims they
 * serve.
 */
function Steps({ plan: { targets, shifts, nextRequests }, waiting }: StepsProps) {
  const steps = Map.groupBy(targets, ({ before, after }) => `${before} ${after}`)
  return (
    <ul className={styles.steps}>
      {[...steps.values()].map(each => {
        const [first] = each
        return (
          first && (
            <li key={`${first.before} ${first.after}`} className={styles.step}>
              <span className={text.strong}>{formatCount(each.length)}</span> <StateText state={first.before} />
              {first.before === first.after ? (
                ' before and after'
              ) : (
                <>
                  {each.length === 1 ? ' becomes ' : ' become '}
                  <StateText state={first.after} />
                </>
              )}
            </li>
          )
        )
      })}
      {shifts
        .filter(shift => !isEmpty(shift))
        .map(shift => (
          <li key={shift.pool}>{formatShift(shift)}</li>
        ))}
      {waiting.map(message => (
        <li key={message}>{message}</li>
      ))}
      {nextRequests
        .filter(next => !isShort(next))
        .map(next => (
          <li key={`next ${next.pool}`}>{describeNextRequests(next)}</li>
        ))}
    </ul>
  )
}

interface BulkChangesProps {
  readonly plan: Pick<BulkPlan, 'changes' | 'targets'>
  /** The reason typed so far. Some actions write it to the bindings. */
  readonly reason: string
}

/** Number of changes shown without expanding. */
const SHOWN_CHANGES = 2

/** Changes to the bindings: one diff with a count for each distinct change. */
function BulkChanges({ plan: { changes, targets }, reason }: BulkChangesProps) {
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
          ? { ...line, value: `(${formatCount(values)} values)`, bare: true }
          : insertReason({ ...line, value }, reason),
      )}
    />
  ))
  const more = diffs.length - SHOWN_CHANGES
  return (
    <section className={styles.changes} aria-label="Label changes">
      {diffs.slice(0, SHOWN_CHANGES)}
      {more > 0 && (
        <Disclosure summary={`${formatPlural(more, 'more change')}`}>
          <div className={styles.changes}>{diffs.slice(SHOWN_CHANGES)}</div>
        </Disclosure>
      )}
    </section>
  )
}
