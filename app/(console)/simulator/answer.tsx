import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import type { Evaluation } from '#lib/services/simulator/evaluate-request.ts'
import { noteText } from './claim-note.tsx'
import { OutcomePanel } from './outcome-panel.tsx'
import { PendingAnswer } from './pending-answer.tsx'
import { Reasoning } from './reasoning.tsx'
import { plansBegunBy } from './request-text.ts'
import styles from './simulator.module.css'

interface AnswerProps {
  readonly answer: Evaluation | undefined
  /** All there are, to tell an unfinished name from a wrong one. */
  readonly plans: RequestOptions['plans']
  readonly error: Error | null
  /** The answer is to what stands in the form now. */
  readonly settled: boolean
  readonly onRetry: () => void
}

function spoken({ simulation, claims }: Extract<Evaluation, { readonly kind: 'decided' }>): string {
  const { message } = simulation.decision.outcome
  return claims?.note ? `${message} ${noteText(claims.note)}` : message
}

/** What the request would get and why; while a new answer is on its way, the one before. */
export function Answer({ answer, plans, error, settled, onRetry }: AnswerProps) {
  const retry = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  if (!answer) {
    if (!error) return <PendingAnswer />
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
  const begun = plansBegunBy(simulation.decision.request.plan, plans)
  if (begun.length > 0) {
    return (
      <Message tone="info">
        Continue with plan: <span className={text.mono}>{begun.join(', ')}</span>.
      </Message>
    )
  }
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Message tone="danger" announce action={retry}>
            Not evaluated again. {error.message} Below is the previous answer.
          </Message>
        </div>
      )}
      <OutcomePanel simulation={simulation} note={claims?.note ?? null} />
      <Reasoning simulation={simulation} count={claims?.count ?? null} />
      <LiveRegion message={settled ? spoken(answer) : ''} />
    </>
  )
}
