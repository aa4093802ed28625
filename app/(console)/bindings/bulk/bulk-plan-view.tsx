import { StateText } from '#components/hap/state-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { describeNextRequests, type NextRequests } from '#lib/hap/actions/plan-together.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { formatCount, formatDuration, formatPlural } from '#lib/util/format.ts'
import { Refusal } from '../../refusal.tsx'
import actStyles from '../[kind]/[name]/act/act.module.css'
import type { PlanAnswer, TrialAnswer } from './actions.ts'
import styles from './bulk.module.css'
import { BulkChanges } from './bulk-changes.tsx'
import { BulkClusters } from './bulk-clusters.tsx'
import { BulkTargets } from './bulk-targets.tsx'
import { TrialMessage } from './trial-message.tsx'

interface BulkPlanViewProps {
  /** Null before the first plan. */
  readonly answer: PlanAnswer | null
  /** Null while the dry run is pending. */
  readonly trial: TrialAnswer | null
  /** The reason typed so far. */
  readonly reason: string
  readonly checking: boolean
  readonly onCheckAgain: () => void
}

/** Plan of an action on a selection: changes, dangers, pools, clusters and duration. */
export function BulkPlanView({ answer, trial, reason, checking, onCheckAgain }: BulkPlanViewProps) {
  const again = (
    <Button size="small" disabledReason={checking ? 'Checking the selection.' : null} onClick={onCheckAgain}>
      Check again
    </Button>
  )
  if (answer === null) {
    return (
      <div className={actStyles.looking} role="status" aria-label="Reading the selected bindings">
        <Skeleton width="60%" />
        <Skeleton width="100%" height={84} />
      </div>
    )
  }
  if ('problem' in answer) {
    return <Refusal action={again}>{answer.problem}</Refusal>
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
          <TrialMessage trial={trial} targets={plan.targets.length} />
          <Message tone="info" icon="clock" action={again}>
            <span className={text.strong}>Takes at least {formatDuration(Math.max(1_000, expectedMs))}.</span> Gardener
            accepts about 2.5 writes a second, and each is checked by a dry run first. You can leave this page.
          </Message>
        </>
      )}
      <BulkTargets plan={plan} trial={trial} />
    </>
  )
}

/** Pools without enough accounts afterwards. */
function Shortages({ plan: { shifts, nextRequests } }: { readonly plan: BulkPlan }) {
  const short = [...shifts.filter(isEmpty).map(shiftWords), ...nextRequests.filter(isShort).map(describeNextRequests)]
  if (short.length === 0) return null
  return (
    <Message tone="warn">
      <ul className={styles.steps}>
        {short.map(words => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Message>
  )
}

const isEmpty = ({ after }: BulkPlan['shifts'][number]) => after <= 0
const isShort = ({ tenants, free }: NextRequests) => free < tenants

function shiftWords({ pool, before, after }: BulkPlan['shifts'][number]): string {
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
          <li key={shift.pool}>{shiftWords(shift)}</li>
        ))}
      {waiting.map(words => (
        <li key={words}>{words}</li>
      ))}
      {nextRequests
        .filter(next => !isShort(next))
        .map(next => (
          <li key={`next ${next.pool}`}>{describeNextRequests(next)}</li>
        ))}
    </ul>
  )
}
