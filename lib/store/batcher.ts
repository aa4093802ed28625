import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '#lib/store/database/store-errors.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Maximum number of items in a batch. */
const MAX_BATCH = 200
/**
 * Callers answered by the last batch continue at once: waiting this long for them is cheaper than
 * another batch.
 */
const GATHER_MS = 1

/**
 * Batches calls: items that arrive while a batch runs form the next one. A burst costs few
 * statements, and a single item does not wait.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #waiting: Waiting<Item, Result>[] = []
  #isRunning = false

  /** `work` returns a result for each item, in order. It processes all of them or, when it throws, none. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work
  }

  add(item: Item): Promise<Result> {
    const done = new Promise<Result>((resolve, reject) => this.#waiting.push({ item, resolve, reject }))
    void this.#drain()
    return done
  }

  async #drain(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    // Items of the same turn of the event loop belong to one batch.
    await setImmediate()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH)
      await this.#run(batch)
      if (batch.length > 1 && this.#waiting.length > 0) await sleep(GATHER_MS)
    }
    this.#isRunning = false
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('There is not a result for each.')
      for (const [n, result] of results.entries()) batch[n]?.resolve(result)
    } catch (error) {
      // One bad item must not fail the others; an unavailable database fails all.
      if (batch.length > 1 && !(error instanceof StoreError)) for (const each of batch) await this.#run([each])
      else for (const { reject } of batch) reject(error)
    }
  }
}
