import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { countWaitingClaims } from '#lib/store/claims/queues.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'

/** How many claims wait for each pool for which any does, by its key. */
export type WaitingByPool = ReadonlyMap<string, number>

/** Who asks again within this time gets the same answer. */
const FRESH_MS = 1_000

/** Counts the claims that wait when somebody asks, for all pools at once. */
export class QueueRegister {
  readonly #store: Pick<Store, 'db' | 'health'>
  #known: WaitingByPool | null = null
  #readAt = -Infinity
  #reading: Promise<WaitingByPool> | null = null

  constructor(store: Pick<Store, 'db' | 'health'>) {
    this.#store = store
  }

  /** The counts of this moment, the same map as long as they are the same; null when the database does not answer. */
  async read(): Promise<WaitingByPool | null> {
    if (this.#store.health().state !== 'up') return null
    if (this.#known !== null && performance.now() - this.#readAt < FRESH_MS) return this.#known
    this.#reading ??= this.#count().finally(() => {
      this.#reading = null
    })
    try {
      return await this.#reading
    } catch (error) {
      if (error instanceof StoreError) return null
      throw error
    }
  }

  async #count(): Promise<WaitingByPool> {
    const lengths = await countWaitingClaims(this.#store.db)
    const counted = new Map(lengths.map(({ poolKey, claims }) => [poolKey, claims]))
    this.#readAt = performance.now()
    if (this.#known === null || !isDeepStrictEqual(this.#known, counted)) this.#known = counted
    return this.#known
  }
}
