import { setImmediate as turn } from 'node:timers/promises'

/**
 * A clock that only the test advances, and only while no call to a server is pending: servers answer immediately, or
 * never.
 */
export class VirtualTime {
  #now = 0
  /** Pending calls that will be answered. */
  #calls = 0
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()

  readonly now = (): number => this.#now

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const wake = () => {
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper = { at: this.#now + ms, wake }
      if (signal?.aborted) return resolve()
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
    })

  readonly timeout = (ms: number): AbortSignal => {
    const over = new AbortController()
    void this.sleep(ms).then(() => over.abort(new DOMException('The time is over.', 'TimeoutError')))
    return over.signal
  }

  /** A client for whose calls the clock waits, except while `hangs` returns true. */
  watched<Client extends object>(client: Client, hangs: () => boolean): Client {
    return new Proxy(client, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return async (...args: unknown[]) => {
          if (hangs()) return value.apply(target, args)
          this.#calls += 1
          try {
            return await value.apply(target, args)
          } finally {
            this.#calls -= 1
          }
        }
      },
    })
  }

  /** Advances the clock; calls `look` at each step. */
  async pass(ms: number, look: () => void = () => {}): Promise<void> {
    const end = this.#now + ms
    do {
      await this.#settle()
      look()
    } while (this.#step(end))
    this.#now = end
  }

  /**
   * Advances the clock until a condition is met, and returns the elapsed time. Throws when it is not met within
   * `mostMs`.
   */
  async until(isSo: () => boolean, mostMs: number): Promise<number> {
    const begin = this.#now
    do {
      await this.#settle()
      if (isSo()) return this.#now - begin
    } while (this.#step(begin + mostMs))
    throw new Error(`not so within ${mostMs} ms`)
  }

  /** Advances to the next sleeper; false if it is after `end`. */
  #step(end: number): boolean {
    const next = Math.min(...[...this.#sleepers].map(({ at }) => at))
    if (next > end) return false
    this.#now = Math.max(this.#now, next)
    for (const { at, wake } of [...this.#sleepers]) if (at <= this.#now) wake()
    return true
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await turn()
      quiet = this.#calls > 0 ? 0 : quiet + 1
    }
  }
}
