import type { ActionStep } from '#lib/services/actions/action-view.ts'

/** An action that has answered. */
interface FollowedAction<Outcome> {
  readonly outcome: Outcome
  /** What came of it in the end: another outcome where the change was taken back. Null when that cannot be told. */
  readonly final: Promise<Outcome | null>
}

/**
 * Reads the steps of an action: `onListing` is called with the number of shoots while they are listed, then with null. Resolves with the answer; the
 * rest is read on. Null when the console went away before it answered.
 */
export async function followAction<Outcome>(
  steps: ReadableStream<ActionStep<Outcome>>,
  onListing: (shoots: number | null) => void,
): Promise<FollowedAction<Outcome> | null> {
  // Not every browser iterates over streams.
  const reader = steps.getReader()
  const next = async (): Promise<ActionStep<Outcome> | null> => {
    const { value } = await reader.read().catch(() => ({ value: undefined }))
    return value ?? null
  }
  for (let step = await next(); step !== null; step = await next()) {
    if (step.step === 'listing') onListing(step.shoots)
    else if (step.isFinal) return { outcome: step.outcome, final: Promise.resolve(step.outcome) }
    else return { outcome: step.outcome, final: next().then(last => (last?.step === 'answered' ? last.outcome : null)) }
  }
  return null
}

/** An action whose call failed: what is known of it then, if anything. */
export function notFollowed<Outcome>(outcome: Outcome | null): FollowedAction<Outcome> | null {
  return outcome === null ? null : { outcome, final: Promise.resolve(outcome) }
}
