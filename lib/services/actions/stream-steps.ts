/** What a page is told of an action: how many shoots are being listed, null when they are, and then what came of it. */
export type ActionStep<Outcome> =
  | { readonly step: 'listing'; readonly shoots: number | null }
  /** `isFinal`: false while the shoots are still being checked; then another answer follows. */
  | { readonly step: 'answered'; readonly outcome: Outcome; readonly isFinal: boolean }

/**
 * Streams the steps of an action as they are sent, which a server action can return. A browser that goes away ends nothing but the
 * stream. `act` does not throw.
 */
export function streamSteps<Outcome>(
  act: (send: (step: ActionStep<Outcome>) => void) => Promise<void>,
): ReadableStream<ActionStep<Outcome>> {
  let isOpen = true
  return new ReadableStream({
    async start(controller) {
      await act(step => {
        if (isOpen) controller.enqueue(step)
      })
      if (isOpen) controller.close()
    },
    cancel() {
      isOpen = false
    },
  })
}
