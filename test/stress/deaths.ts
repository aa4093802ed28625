import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from './crew.ts'
import type { FinalClaim, Violation } from './history-facts.ts'
import { Recoveries } from './recoveries.ts'

/** Between two looks at what dead processes left. */
const LOOK_MS = 250

/** Watches what processes leave when they die: it has to be settled in time, while clients ask and others sweep. */
export class Deaths {
  readonly #recoveries = new Recoveries()
  readonly #watching: Promise<void>[] = []
  readonly #claims: () => Promise<readonly FinalClaim[]>
  #isLooking = false

  /** Claims as the database has them. */
  constructor(claims: () => Promise<readonly FinalClaim[]>) {
    this.#claims = claims
  }

  /** A process that will end, and the name it leases claims by. */
  expect(worker: Worker, holder: string): void {
    this.#watching.push(worker.gone.then(() => this.#watch(worker, holder)))
  }

  /** Waits until everything that was left is settled, or too late. */
  async settled(): Promise<{
    readonly recoveries: ReturnType<Recoveries['figures']>
    readonly late: readonly Violation[]
  }> {
    await Promise.all(this.#watching)
    return { recoveries: this.#recoveries.figures(), late: this.#recoveries.violations() }
  }

  async #watch(worker: Worker, holder: string): Promise<void> {
    const diedAt = Date.now()
    const asked = new Set(worker.left.flatMap(job => ('key' in job ? job.key : 'id' in job ? job.id : [])))
    const left = (await this.#claims()).filter(
      ({ id, key, holder: by }) => by === holder || asked.has(key) || asked.has(id),
    )
    this.#recoveries.died(holder, diedAt, left)
    // Whoever looks already sees these as well.
    if (this.#isLooking) return
    this.#isLooking = true
    while (!this.#recoveries.isOver(Date.now())) {
      await sleep(LOOK_MS)
      const now = Date.now()
      this.#recoveries.look(await this.#claims(), now)
    }
    this.#isLooking = false
  }
}
