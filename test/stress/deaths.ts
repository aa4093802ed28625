import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from './crew.ts'
import type { FinalClaim, Violation } from './history-facts.ts'
import { Recoveries } from './recoveries.ts'

/** Pause between two reads of what killed processes left. */
const LOOK_MS = 250

/** Checks that the claims of killed processes are settled in time, while clients retry and other processes sweep. */
export class Deaths {
  readonly #recoveries = new Recoveries()
  readonly #watching: Promise<void>[] = []
  readonly #claims: () => Promise<readonly FinalClaim[]>
  #isLooking = false

  /** `claims` reads the claims from the database. */
  constructor(claims: () => Promise<readonly FinalClaim[]>) {
    this.#claims = claims
  }

  /** Expects a process to end; `holder` is the name in its leases. */
  expect(worker: Worker, holder: string): void {
    this.#watching.push(worker.gone.then(() => this.#watch(worker, holder)))
  }

  /** Waits until all claims left by killed processes are settled, or too late. */
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
    // A running loop also checks these claims.
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
