import { type ClaimClock, WORK_MS } from './claim-context.ts'
import { OutOfTimeError } from './deadline.ts'

/** Concurrent claims of a process. More would wait for each other's database connections. */
const MAX_RUNNING = 32
/** Concurrent claims of one tenant. They are decided in sequence and must not use up the room of other tenants. */
const MAX_TENANT = 8

interface Waiting {
  readonly tenant: string
  readonly since: number
  readonly enter: (isLate: boolean) => void
}

/**
 * Limits concurrency and admits waiting claims in order. A claim that waited too long is rejected
 * before anything is done, so that a burst is not started at once and abandoned half way.
 */
export class Gate {
  readonly #clock: ClaimClock
  readonly #waiting = new Set<Waiting>()
  readonly #running = new Map<string, number>()
  #all = 0

  constructor(clock: ClaimClock) {
    this.#clock = clock
  }

  /** Runs `work` when there is room. Throws OutOfTimeError if that takes longer than WORK_MS. */
  async run<Result>(tenant: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#hasRoomFor(tenant)) this.#count(tenant, 1)
    else await this.#wait(tenant)
    try {
      return await work()
    } finally {
      this.#count(tenant, -1)
      this.#admitNext()
    }
  }

  #hasRoomFor(tenant: string): boolean {
    return this.#all < MAX_RUNNING && (this.#running.get(tenant) ?? 0) < MAX_TENANT
  }

  #count(tenant: string, change: number): void {
    const inside = (this.#running.get(tenant) ?? 0) + change
    if (inside === 0) this.#running.delete(tenant)
    else this.#running.set(tenant, inside)
    this.#all += change
  }

  #wait(tenant: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new OutOfTimeError('There was too much to do.'))
      this.#waiting.add({ tenant, since: this.#clock.now(), enter: isLate => (isLate ? late() : resolve()) })
    })
  }

  /**
   * Admits the first waiting claims whose tenant has not reached its limit; rejects those that
   * waited too long.
   */
  #admitNext(): void {
    for (const next of this.#waiting) {
      if (this.#all >= MAX_RUNNING) return
      const isLate = this.#clock.now() - next.since > WORK_MS
      if (!isLate && !this.#hasRoomFor(next.tenant)) continue
      this.#waiting.delete(next)
      if (!isLate) this.#count(next.tenant, 1)
      next.enter(isLate)
    }
  }
}
