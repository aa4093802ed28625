import type { ActionStep } from '#lib/services/actions/action-preview.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { signedOutAnswer } from './call-failure.ts'

/** An action with its first outcome. */
interface FollowedAction<Outcome> {
  readonly outcome: Outcome
  /** The final outcome, which differs when the change was reverted. Null when it is unknown. */
  readonly final: Promise<Outcome | null>
}

/**
 * Reads the steps of an action. Calls `onListing` with the number of shoots while the server lists
 * them, then with null, and `onRunning` when the action takes long. Resolves with the outcome and reads the rest in the background. Null when
 * the connection ended before an outcome.
 */
export async function followAction<Outcome>(
  steps: ReadableStream<ActionStep<Outcome>>,
  onListing: (shoots: number | null) => void,
  onRunning: (message: string) => void = () => {},
): Promise<FollowedAction<Outcome> | null> {
  // Not every browser supports iteration over streams.
  const reader = steps.getReader()
  const next = async (): Promise<ActionStep<Outcome> | null> => {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    return value ?? null
  }
  for (let step = await next(); step !== null; step = await next()) {
    if (step.step === 'listing') onListing(step.shoots)
    else if (step.step === 'running') onRunning(step.message)
    else if (step.isFinal) return { outcome: step.outcome, final: Promise.resolve(step.outcome) }
    else return { outcome: step.outcome, final: next().then(last => (last?.step === 'answered' ? last.outcome : null)) }
  }
  return null
}

/** Builds the result of a failed call from its known outcome; null without one. */
export function notFollowed<Outcome>(outcome: Outcome | null): FollowedAction<Outcome> | null {
  return outcome === null ? null : { outcome, final: Promise.resolve(outcome) }
}

const NO_ANSWER: FailedAction = {
  kind: 'no-answer',
  status: 0,
  reason:
    'The console did not respond, so the action may or may not have succeeded. Your input is kept. Check the state before you retry.',
}

/**
 * Returns the result of a write that streams it. Failures are returned, not thrown: `status` is 0
 * without a response, after which the write may still have succeeded.
 */
export async function followWrite<Result>(
  steps: Promise<ReadableStream<ActionStep<Result | FailedAction>>>,
): Promise<Result | FailedAction> {
  try {
    const followed = await followAction(await steps, () => {})
    return followed?.outcome ?? NO_ANSWER
  } catch (error) {
    return signedOutAnswer(error) ?? NO_ANSWER
  }
}
