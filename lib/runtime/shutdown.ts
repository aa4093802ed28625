import { performance } from 'node:perf_hooks'

/** In milliseconds: of one step, and of all together. */
interface ShutdownBounds {
  readonly stepMs: number
  readonly totalMs: number
}

/** Together with the time requests have to be answered, by default 5 s, less than 15 s. */
const BOUNDS: ShutdownBounds = { stepMs: 5_000, totalMs: 8_000 }

/** A step of the shutdown takes too long; the process ends without it. */
class StepTimeoutError extends Error {
  override readonly name = 'StepTimeoutError'
}

/**
 * Things to close at the end, last opened first. One that fails or hangs does not keep the others open: each step is begun, and waited for
 * within bounds. `failed` is called with the errors.
 */
export class Shutdown {
  readonly #failed: (error: unknown) => void
  readonly #bounds: ShutdownBounds
  readonly #steps: { readonly step: () => Promise<void> | void; readonly what: string }[] = []
  #running: Promise<void> | null = null

  constructor(failed: (error: unknown) => void, bounds: ShutdownBounds = BOUNDS) {
    this.#failed = failed
    this.#bounds = bounds
  }

  /** `what`: for messages. */
  add(step: () => Promise<void> | void, what = 'A part of the console'): void {
    this.#steps.push({ step, what })
  }

  /** Who asks again, as a second Ctrl+C does, waits for the same end. */
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
        // The process is about to end: what cannot be closed is left to the operating system.
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
