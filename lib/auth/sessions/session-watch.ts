import type { SessionLedger } from './session-row.ts'

/** How often those that are waited for are looked up: another process may have ended one. */
const LOOK_MS = 1_000

/** Tells those who follow a session, such as streams that stay open, when it has ended. Looks only while somebody follows one. */
export class SessionWatch {
  readonly #ledger: Pick<SessionLedger, 'endedOf'>
  readonly #followers = new Map<string, Set<() => void>>()
  #timer: NodeJS.Timeout | null = null

  constructor(ledger: Pick<SessionLedger, 'endedOf'>) {
    this.#ledger = ledger
  }

  onEnd(id: string, callback: () => void): () => void {
    const followers = this.#followers.get(id) ?? new Set()
    this.#followers.set(id, followers.add(callback))
    this.#timer ??= this.#later()
    return () => {
      followers.delete(callback)
      if (followers.size === 0 && this.#followers.get(id) === followers) this.#followers.delete(id)
    }
  }

  ended(id: string): void {
    const followers = this.#followers.get(id)
    this.#followers.delete(id)
    for (const callback of followers ?? []) callback()
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#followers.clear()
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), LOOK_MS).unref()
  }

  async #look(): Promise<void> {
    try {
      for (const id of await this.#ledger.endedOf([...this.#followers.keys()])) this.ended(id)
    } catch {
      // The ledger does not answer: those that were good stay so until it does.
    }
    this.#timer = this.#followers.size === 0 ? null : this.#later()
  }
}
