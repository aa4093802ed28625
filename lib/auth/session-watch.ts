import type { SessionLedger } from './session-record.ts'

/** Poll interval for sessions that another process may have ended. */
const POLL_MS = 1_000

interface WatchParts {
  readonly ledger: Pick<SessionLedger, 'endedOf'>
  /** Ids of cached sessions, which are polled as well because the cache serves them while the ledger is unavailable. */
  readonly known: () => readonly string[]
  readonly onEnded: (id: string) => void
}

/**
 * Polls for sessions that another process ended and calls their followers, such as open streams.
 * Pauses while there are no sessions.
 */
export class SessionWatch {
  readonly #parts: WatchParts
  readonly #followers = new Map<string, Set<() => void>>()
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  onEnd(id: string, callback: () => void): () => void {
    const followers = this.#followers.get(id) ?? new Set()
    this.#followers.set(id, followers.add(callback))
    this.start()
    return () => {
      followers.delete(callback)
      if (followers.size === 0 && this.#followers.get(id) === followers) this.#followers.delete(id)
    }
  }

  /** Starts polling; polling stops when there is no session left to check. */
  start(): void {
    if (!this.#isClosed) this.#timer ??= this.#later()
  }

  ended(id: string): void {
    const followers = this.#followers.get(id)
    this.#followers.delete(id)
    for (const callback of followers ?? []) callback()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#followers.clear()
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), POLL_MS).unref()
  }

  async #look(): Promise<void> {
    const ids = new Set([...this.#followers.keys(), ...this.#parts.known()])
    this.#timer = null
    if (ids.size === 0) return
    try {
      for (const id of await this.#parts.ledger.endedOf([...ids])) {
        this.#parts.onEnded(id)
        this.ended(id)
      }
    } catch {
      // The ledger is unavailable: sessions stay active until it recovers.
    }
    this.start()
  }
}
