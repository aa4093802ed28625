import { StateText } from '#components/hap/state-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { formatCount, formatDuration, formatPlural } from '#components/ui/format.ts'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import type { BulkPlan } from '#lib/queries/jobs/bulk-plan.ts'
import { Refusal } from '../../refusal.tsx'
import { useUnread } from '../../use-unread.ts'
import actStyles from '../[kind]/[name]/act/act.module.css'
import type { PlanAnswer } from './actions.ts'
import styles from './bulk.module.css'

interface BulkPlanViewProps {
  /** Null before the first. */
  readonly answer: PlanAnswer | null
  readonly checking: boolean
  readonly onCheckAgain: () => void
}

/** Names of a long list that are drawn; the job's page has all of them. */
const SHOWN = 200

/** What an action on a selection would do: to which, with what danger, to which pools, in what time. */
export function BulkPlanView({ answer, checking, onCheckAgain }: BulkPlanViewProps) {
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
  const { plan, expectedMs } = answer
  return (
    <>
      {plan.dangers.map(({ text: danger, count }) => (
        <Message key={danger} tone="danger">
          {danger} {count < plan.targets.length && `(${formatPlural(count, 'binding')})`}
        </Message>
      ))}
      <Steps plan={plan} />
      {plan.targets.length > 0 && (
        <Message tone="info" icon="clock" action={again}>
          <span className={text.strong}>Takes at least {formatDuration(Math.max(1_000, expectedMs))}.</span> Gardener
          accepts about 2.5 writes a second, and each is checked by a dry run first. You can leave this page.
        </Message>
      )}
      <Targets plan={plan} />
    </>
  )
}

/** From which state to which, how many; and what the pools have afterwards. */
function Steps({ plan: { targets, shifts, clusters } }: { readonly plan: BulkPlan }) {
  const unread = useUnread('shoots')
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
      {shifts.map(({ pool, before, after }) => (
        <li key={pool} className={after === 0 ? text.warn : undefined}>
          Pool {pool}: {formatPlural(before, 'usable account')} now, {formatCount(Math.max(0, after))} afterwards
        </li>
      ))}
      <li>
        {unread !== null
          ? `${unread.title}: what is on these accounts is unknown.`
          : clusters === 0
            ? 'No cluster is on these accounts.'
            : `${formatPlural(clusters, 'cluster')} on these accounts; they are not touched`}
      </li>
    </ul>
  )
}

function Targets({ plan: { targets, leftOut } }: { readonly plan: BulkPlan }) {
  return (
    <>
      {leftOut.length > 0 && (
        <Disclosure
          summary={`${formatPlural(leftOut.length, 'binding')} left out, with reasons`}
          isOpen={targets.length === 0}
        >
          <ul className={styles.names} tabIndex={-1}>
            {leftOut.slice(0, SHOWN).map(({ kind, name, reason }) => (
              <li key={`${kind} ${name}`}>
                <span className={text.mono}>{name}</span> <span className={text.muted}>{reason}</span>
              </li>
            ))}
            <More count={leftOut.length - SHOWN} />
          </ul>
        </Disclosure>
      )}
      {targets.length > 0 && (
        <Disclosure summary={`${formatPlural(targets.length, 'binding')} by name`}>
          <ul className={styles.names} tabIndex={-1}>
            {targets.slice(0, SHOWN).map(({ kind, name, clusters }) => (
              <li key={`${kind} ${name}`}>
                <span className={text.mono}>{name}</span>{' '}
                {clusters > 0 && <span className={text.muted}>{formatPlural(clusters, 'cluster')}</span>}
              </li>
            ))}
            <More count={targets.length - SHOWN} />
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <li className={text.muted}>and {formatCount(count)} more</li> : null
}
