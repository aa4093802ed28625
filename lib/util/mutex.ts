/** Runs what has the same key one after the other, in the order it came, within this process. */
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
