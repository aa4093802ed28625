/** What a console that starts tells the process that launched it. */
interface StartStep {
  readonly step: string
}

/** Reports what the start is at, for a launcher that shows it and that ends a start without progress. Without one it does nothing. */
export function reportStep(step: string): void {
  process.send?.({ step } satisfies StartStep)
}

export function isStartStep(message: unknown): message is StartStep {
  return typeof message === 'object' && message !== null && 'step' in message && typeof message.step === 'string'
}
