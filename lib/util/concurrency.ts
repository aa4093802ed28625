/**
 * Maps items with at most `limit` calls at a time. The first failure starts no further call, and is thrown once those that began
 * have ended. Returns the results in the order of the items.
 */
export async function mapConcurrently<In, Out>(
  items: readonly In[],
  limit: number,
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = []
  const queue = items.entries()
  let failed = false
  const worker = async () => {
    for (const [at, item] of queue) {
      if (failed) return
      try {
        results[at] = await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker))
  const end = ends.find(({ status }) => status === 'rejected')
  if (end?.status === 'rejected') throw end.reason
  return results
}

/** Admits at most `limit` concurrent calls, first come first served. */
export class Limiter {
  readonly #limit: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Calls that wait for admission. */
  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limit) this.#running++
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A finished call passes its slot to the next one.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

/** Serialises work with the same key within this process, first come first served. */
export class Mutex {
  readonly #tails = new Map<string, Promise<void>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tails.set(key, promise)
    try {
      await before
      return await work()
    } finally {
      if (this.#tails.get(key) === promise) this.#tails.delete(key)
      resolve()
    }
  }
}

/** Limits concurrent uses per person, so that one person cannot exhaust a shared resource. */
export class StreamSlots {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Returns the function that frees the slot, to be called once; null at the limit. */
  take(person: string): (() => void) | null {
    const taken = this.#taken.get(person) ?? 0
    if (taken >= this.#max) return null
    this.#taken.set(person, taken + 1)
    return () => {
      const left = (this.#taken.get(person) ?? 0) - 1
      if (left > 0) this.#taken.set(person, left)
      else this.#taken.delete(person)
    }
  }
}
