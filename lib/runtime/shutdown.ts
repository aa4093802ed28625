import { performance } from 'node:perf_hooks'

/** Milliseconds for one step, and for all steps together. */
interface ShutdownBounds {
  readonly stepMs: number
  readonly totalMs: number
}

/** Together with the drain of requests (default 5 s) below 15 s. */
const BOUNDS: ShutdownBounds = { stepMs: 5_000, totalMs: 8_000 }

/** A step of the shutdown took too long; the process ends without it. */
class StepTimeoutError extends Error {
  override readonly name = 'StepTimeoutError'
}

/**
 * The steps that close the parts of the process, the last opened first. Each step runs even if another one fails or exceeds its time.
 * `failed` receives the errors.
 */
export class Shutdown {
  readonly #failed: (error: unknown) => void
  readonly #bounds: ShutdownBounds
  readonly #steps: { readonly step: () => Promise<void> | void; readonly what: string }[] = []
  readonly #ending = new AbortController()
  #running: Promise<void> | null = null

  constructor(failed: (error: unknown) => void, bounds: ShutdownBounds = BOUNDS) {
    this.#failed = failed
    this.#bounds = bounds
  }

  /** Aborted once the process is to end, before open requests are drained. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  announce(): void {
    this.#ending.abort()
  }

  /** `what`: name of the part in messages. */
  add(step: () => Promise<void> | void, what = 'A part of the console'): void {
    this.#steps.push({ step, what })
  }

  /** Runs the steps once. A second call, as by a second Ctrl+C, returns the same promise. */
  run(): Promise<void> {
    this.#running ??= this.#close()
    return this.#running
  }

  async #close(): Promise<void> {
    const { stepMs, totalMs } = this.#bounds
    const end = performance.now() + totalMs
    for (let next = this.#steps.pop(); next; next = this.#steps.pop()) {
      try {
        await within(Math.max(0, Math.min(stepMs, end - performance.now())), next.what, next.step())
      } catch (error) {
        // The process is about to end: the operating system closes the rest.
        this.#failed(error)
      }
    }
  }
}

async function within(ms: number, what: string, step: Promise<void> | void): Promise<void> {
  if (step === undefined) return
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(
      new StepTimeoutError(`${what} did not close within ${Math.round(ms / 100) / 10} s and is left behind.`),
    )
  }, ms)
  try {
    await Promise.race([step, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
