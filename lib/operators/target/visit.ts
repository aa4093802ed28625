import { GardenError } from '#lib/garden/client/garden-error.ts'

/** Far more than a run takes in a cluster that is well. */
const VISIT_MS = 60_000

/**
 * The time of a run in one cluster. There are few places to work at, and a server that answers each call just in time, thousands of times,
 * would keep one for as long as it likes: so all calls together have an end. Must be ended.
 */
export class Visit {
  /** Aborts with the signal of the run, or by a GardenError when the time is over. */
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
  const because = `its server took longer than ${ms / 1_000} s for all of it.`
  return new GardenError({ kind: 'timeout', doing: 'do in the cluster what is to be done', because })
}
