import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '#lib/store/database/store-errors.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Most items of one turn. */
const MAX_BATCH = 200
/** What the last turn has answered asks for the next thing at once: so long the next turn waits for it, since a turn costs more. */
const GATHER_MS = 1

/**
 * Does the same to many at once: what comes while a turn is under way goes into the next one together, so that a burst costs few
 * statements and a single item waits for nobody.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly #waiting: Waiting<Item, Result>[] = []
  #isAtWork = false

  /** `work` returns a result for each item, in their order; it does all of them or, when it throws, none. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#work = work
  }

  add(item: Item): Promise<Result> {
    const done = new Promise<Result>((resolve, reject) => this.#waiting.push({ item, resolve, reject }))
    void this.#begin()
    return done
  }

  async #begin(): Promise<void> {
    if (this.#isAtWork) return
    this.#isAtWork = true
    // Those that come at the same moment belong together too.
    await setImmediate()
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, MAX_BATCH)
      await this.#turn(together)
      if (together.length > 1 && this.#waiting.length > 0) await sleep(GATHER_MS)
    }
    this.#isAtWork = false
  }

  async #turn(together: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(together.map(({ item }) => item))
      if (results.length !== together.length) throw new Error('There is not a result for each.')
      for (const [n, result] of results.entries()) together[n]?.resolve(result)
    } catch (error) {
      // One bad item must not take the others with it; a database that is down takes all.
      if (together.length > 1 && !(error instanceof StoreError)) for (const each of together) await this.#turn([each])
      else for (const { reject } of together) reject(error)
    }
  }
}
