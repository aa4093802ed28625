import { setImmediate as turn } from 'node:timers/promises'

/** Time that passes only when told to, and only while no call to a server is under way: servers answer at once, or never. */
export class VirtualTime {
  #now = 0
  /** Calls under way that will be answered. */
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

  /** A client whose calls time waits for, except while `hangs` says that none is answered. */
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

  /** Lets so much time pass; `look` is called whenever something may have happened. */
  async pass(ms: number, look: () => void = () => {}): Promise<void> {
    const end = this.#now + ms
    do {
      await this.#settle()
      look()
    } while (this.#step(end))
    this.#now = end
  }

  /** Lets time pass until something is so. Out: how much did. Throws when it is not within `mostMs`. */
  async until(isSo: () => boolean, mostMs: number): Promise<number> {
    const begin = this.#now
    do {
      await this.#settle()
      if (isSo()) return this.#now - begin
    } while (this.#step(begin + mostMs))
    throw new Error(`not so within ${mostMs} ms`)
  }

  /** Goes on to when the next one wakes up; false when that is after `end`. */
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
