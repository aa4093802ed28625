import type { SessionLedger } from './session-row.ts'

/** How often the sessions are looked up: another process may have ended one. */
const LOOK_MS = 1_000

interface WatchParts {
  readonly ledger: Pick<SessionLedger, 'endedOf'>
  /** Ids of further sessions to look up: what is known of them is used while the ledger does not answer. */
  readonly known: () => readonly string[]
  readonly onEnded: (id: string) => void
}

/** Finds sessions that another process ended, and notifies those who follow one, such as streams that stay open. Looks only while there are any. */
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

  /** Looks from now on, until there is nothing to look up. */
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
    return setTimeout(() => void this.#look(), LOOK_MS).unref()
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
      // The ledger does not answer: those that were good stay so until it does.
    }
    this.start()
  }
}
