import type { Clock } from '#embedded-garden/clock.ts'
import { JournalError } from '#embedded-garden/storage/journal.ts'

/** Delay before a retry after a failed write, for example on a full disk. */
const RETRY_MS = 5_000

interface Turn {
  readonly cancel: () => void
  readonly dueAt: number
}

/** Queued keys, each once. A reconciler can requeue its key. */
export class WorkQueue {
  readonly #reconcile: (key: string) => number | null
  readonly #clock: Clock
  readonly #turns = new Map<string, Turn>()
  #closed = false

  /** `reconcile` returns the milliseconds until the key is requeued, or null. */
  constructor(reconcile: (key: string) => number | null, clock: Clock) {
    this.#reconcile = reconcile
    this.#clock = clock
  }

  /** Schedules a key. A key that is already scheduled runs at the earlier of both times. */
  add(key: string, afterMs = 0): void {
    if (this.#closed) return
    const dueAt = this.#clock.now().getTime() + afterMs
    const present = this.#turns.get(key)
    if (present && present.dueAt <= dueAt) return
    present?.cancel()
    const cancel = this.#clock.schedule(afterMs, () => this.#turn(key))
    this.#turns.set(key, { cancel, dueAt })
  }

  close(): void {
    this.#closed = true
    for (const { cancel } of this.#turns.values()) cancel()
    this.#turns.clear()
  }

  #turn(key: string): void {
    this.#turns.delete(key)
    const again = this.#reconcileOrRetry(key)
    if (again !== null) this.add(key, again)
  }

  #reconcileOrRetry(key: string): number | null {
    try {
      return this.#reconcile(key)
    } catch (error) {
      if (error instanceof JournalError) return RETRY_MS
      throw error
    }
  }
}
