import { GardenError } from '#lib/garden/client/garden-error.ts'

/** Far above the duration of a run in a healthy cluster. */
const VISIT_MS = 60_000

/**
 * Time limit of a run for all calls to one cluster together. Otherwise a server that answers
 * thousands of calls just in time would occupy one of the few workers. Callers must end it.
 */
export class Visit {
  /** Aborts with the signal of the run, or with a GardenError at the time limit. */
  readonly signal: AbortSignal
  readonly #timer: NodeJS.Timeout

  constructor(run: AbortSignal, ms = VISIT_MS) {
    const over = new AbortController()
    this.#timer = setTimeout(() => over.abort(tooSlow(ms)), ms)
    this.signal = AbortSignal.any([run, over.signal])
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function tooSlow(ms: number): GardenError {
  const because = `its server took longer than ${ms / 1_000} s in total.`
  return new GardenError({ kind: 'timeout', doing: 'apply the changes in the cluster', because })
}
