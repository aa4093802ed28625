import Link from 'next/link'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { Trace } from '#components/hap/trace.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { formatRequest } from '#lib/hap/request.ts'
import type { ClusterCount } from '#lib/hap/selection/usage.ts'
import { paths } from '#lib/paths.ts'
import type { ExampleKind, ExampleRequest } from '#lib/queries/simulator/example-requests.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import type { Evaluation } from '#lib/services/simulator/evaluate-request.ts'
import { CandidatesStep, CountStep } from './candidates-step.tsx'
import outcome from './outcome-panel.module.css'
import { formatClaimNote, OutcomePanel } from './outcome-panel.tsx'
import { findPlansByPrefix } from './request-text.ts'
import { RulesStep, SelectorStep } from './rules-step.tsx'
import styles from './simulator.module.css'
import startStyles from './start.module.css'

interface AnswerProps {
  readonly answer: Evaluation | undefined
  /** All plans, to distinguish an unfinished name from a wrong one. */
  readonly plans: RequestOptions['plans']
  readonly error: Error | null
  /** Whether the answer belongs to the current form. */
  readonly settled: boolean
  readonly onRetry: () => void
}

function formatAnnouncement({ simulation, claims }: Extract<Evaluation, { readonly kind: 'decided' }>): string {
  const { message } = simulation.decision.outcome
  return claims?.note ? `${message} ${formatClaimNote(claims.note)}` : message
}

/** Shows the decision and its reasoning; while a new answer loads, the previous one stays. */
export function Answer({ answer, plans, error, settled, onRetry }: AnswerProps) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  if (!answer) {
    if (!error) return <AnswerSkeleton />
    return (
      <EmptyState reason="unreachable" title="Not evaluated" actions={retry}>
        {error.message}
      </EmptyState>
    )
  }
  if (answer.kind === 'unreadable') {
    return (
      <Message tone="danger" announce>
        {answer.message}
      </Message>
    )
  }
  const { simulation, claims } = answer
  const completions = findPlansByPrefix(simulation.decision.request.plan, plans)
  if (completions.length > 0) {
    return (
      <Message tone="info">
        Continue with plan: <span className={text.mono}>{completions.join(', ')}</span>.
      </Message>
    )
  }
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Message tone="danger" announce action={retry}>
            Not refreshed. {error.message} The previous result is shown below.
          </Message>
        </div>
      )}
      <OutcomePanel simulation={simulation} note={claims?.note ?? null} />
      <Reasoning simulation={simulation} count={claims?.count ?? null} />
      <LiveRegion message={settled ? formatAnnouncement(answer) : ''} />
    </>
  )
}

interface ReasoningProps {
  readonly simulation: Simulation
  /**
   * Clusters of the chosen account, including those that only claims know; null without that count.
   */
  readonly count: ClusterCount | null
}

/**
 * Shows the steps of the decision: rules, each search with selector and candidates, and the count
 * of the chosen account.
 */
function Reasoning({ simulation, count }: ReasoningProps) {
  const { decision, other, semantics } = simulation
  return (
    <Trace>
      <RulesStep plan={decision.request.plan} shown={decision} />
      {decision.steps.flatMap(step => [
        <SelectorStep key={`${step.purpose}-selector`} step={step} decision={decision} />,
        ...(step.reached
          ? [<CandidatesStep key={`${step.purpose}-candidates`} step={step} limit={decision.limit} other={other} />]
          : []),
      ])}
      <CountStep
        decision={decision}
        estimated={semantics === 'keb' && decision.pool?.shared === false}
        counted={count}
      />
    </Trace>
  )
}

/** Reserves the size of an answer until the first one arrives. */
export function AnswerSkeleton() {
  return (
    <div className={styles.pending}>
      <div className={outcome.panel}>
        <div className={outcome.head}>
          <div className={outcome.text}>
            <Skeleton width="240px" height={14} />
            <p className={outcome.detail}>
              <Skeleton width="min(420px, 70%)" />
            </p>
          </div>
        </div>
      </div>
      {[180, 24, 150].map(height => (
        <div key={height} className={styles.pendingStep}>
          <Skeleton width="200px" />
          <Skeleton width="100%" height={height} />
        </div>
      ))}
    </div>
  )
}

const TITLES: Record<ExampleKind, string> = {
  reuse: 'A global account with accounts',
  claim: 'A global account new to a pool',
  wait: 'A rule with an exhausted pool',
  differs: 'A request with a different result in KEB',
}

interface StartProps {
  readonly examples: readonly ExampleRequest[]
  /** Whether other fields than the plan are filled in. */
  readonly isPartial: boolean
}

/** Explains the page and offers example requests of this landscape, until a plan is chosen. */
export function Start({ examples, isPartial }: StartProps) {
  return (
    <div className={startStyles.start}>
      <h2 className={startStyles.title}>{isPartial ? 'Select a plan' : 'Simulate a provisioning request'}</h2>
      <p className={startStyles.lead}>
        {isPartial
          ? 'The plan determines which rules apply. Choose one on the left. Your input is kept.'
          : 'Fill in a provisioning request. The result updates as you type: the matching rule, the candidate accounts and the account it would get.'}
      </p>
      {examples.length > 0 && (
        <>
          <h3 className={startStyles.heading} id="examples">
            Start with a request from this landscape
          </h3>
          <ul className={startStyles.examples} aria-labelledby="examples">
            {examples.map(({ kind, request, link }) => (
              <li key={kind}>
                <Link href={paths.simulator(link)} prefetch={false} className={startStyles.example}>
                  <span className={startStyles.text}>
                    <span className={text.strong}>{TITLES[kind]}</span>
                    <span className={startStyles.request}>
                      {formatRequest({ ...request, globalAccount: shortenId(request.globalAccount) })}
                    </span>
                  </span>
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
