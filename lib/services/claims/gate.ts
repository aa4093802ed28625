import { type ClaimClock, WORK_MS } from './claim-context.ts'
import { OutOfTimeError } from './deadline.ts'

/** Claims a process works on at once: more would only wait for each other's connections. */
const MOST = 32

/**
 * Lets in as many as can be worked on, the others in the order they came. Whoever waited for too long is turned away before anything
 * was done: a burst is served at the pace there is, not begun all at once and given up half way.
 */
export class Gate {
  readonly #clock: ClaimClock
  readonly #waiting: { readonly since: number; readonly enter: (isLate: boolean) => void }[] = []
  #inside = 0

  constructor(clock: ClaimClock) {
    this.#clock = clock
  }

  /** Throws OutOfTimeError when it was not let in in time. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= MOST) await this.#turn()
    else this.#inside++
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new OutOfTimeError('There was too much to do.'))
      this.#waiting.push({ since: this.#clock.now(), enter: isLate => (isLate ? late() : resolve()) })
    })
  }

  /** Hands the place over to the first who has not waited for too long. */
  #leave(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const isLate = this.#clock.now() - next.since > WORK_MS
      next.enter(isLate)
      if (!isLate) return
    }
    this.#inside--
  }
}
