import { type ControllerMetrics, QueueMeter } from '../framework/metrics.ts'
import type { Cleaning } from './clean-account.ts'

/** How a look at an account ended. */
type LookEnd = Extract<Cleaning, { readonly done: 'looked' }>['to'] | 'put-off' | 'failed'

/** What cleaning does and has done since the process started: its keys are accounts, its runs looks at them. */
export interface CleanupMetrics extends ControllerMetrics {
  readonly looks: Readonly<Record<LookEnd, number>>
}

/** Counts the looks of a process. */
export class LookMeter {
  readonly #meter = new QueueMeter()
  readonly #looks: Record<LookEnd, number> = {
    dirty: 0,
    cleaning: 0,
    verifying: 0,
    free: 0,
    quarantined: 0,
    'put-off': 0,
    failed: 0,
  }

  /** `waitedMs`: since it was due. */
  began(waitedMs: number): void {
    this.#meter.added()
    this.#meter.began(waitedMs)
  }

  /** What failed is tried again; where another process was faster the look is put off, which is no error. */
  ended(end: LookEnd, tookMs: number): void {
    this.#looks[end] += 1
    this.#meter.ended(tookMs)
    if (end === 'failed') this.#meter.failed(false)
  }

  snapshot() {
    return { looks: { ...this.#looks }, ...this.#meter.snapshot() }
  }
}
