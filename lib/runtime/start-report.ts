/** The console cannot start; `message` is for the terminal and says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A message of a starting console to the process that launched it. */
interface StartStep {
  readonly step: string
}

/** Reports the current step to a launcher, which shows it and ends a start without progress. Without a launcher it does nothing. */
export function reportStep(step: string): void {
  process.send?.({ step } satisfies StartStep)
}

/** Whether a message of a child process is a report of `reportStep`. */
export function isStartStep(message: unknown): message is StartStep {
  return typeof message === 'object' && message !== null && 'step' in message && typeof message.step === 'string'
}
