import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { Message } from '#components/ui/message.tsx'
import type { Evaluation } from './evaluation.ts'
import { OutcomePanel } from './outcome-panel.tsx'
import { PendingAnswer } from './pending-answer.tsx'
import { Reasoning } from './reasoning.tsx'
import styles from './simulator.module.css'

interface AnswerProps {
  readonly answer: Evaluation | undefined
  readonly error: Error | null
  /** The answer is to what stands in the form now. */
  readonly settled: boolean
  readonly onRetry: () => void
}

/** What the request would get and why; while a new answer is on its way, the one before. */
export function Answer({ answer, error, settled, onRetry }: AnswerProps) {
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
  const { simulation } = answer
  return (
    <>
      {error && (
        <div className={styles.notice}>
          <Message tone="danger" announce action={retry}>
            Not evaluated again. {error.message} Below is the answer before.
          </Message>
        </div>
      )}
      <OutcomePanel simulation={simulation} />
      <Reasoning simulation={simulation} />
      <LiveRegion message={settled ? simulation.decision.outcome.message : ''} />
    </>
  )
}
