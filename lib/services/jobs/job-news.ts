import { StoreError } from '#lib/store/database/store-errors.ts'
import { readJobVersions } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'

const POLL_MS = 1_000

/** Ids of jobs that changed; null when every job may have changed. */
type Listener = (ids: readonly string[] | null) => void

/**
 * Notifies subscribers of jobs that changed, in any process. Polls the database only while there
 * are subscribers.
 */
export class JobNews {
  readonly #store: Store
  readonly #failed: (error: unknown) => void
  readonly #listeners = new Set<Listener>()
  #marks: ReadonlyMap<string, string> | null = null
  #timer: NodeJS.Timeout | null = null
  /** The last poll failed, so pages may have missed changes. */
  #missed = false

  constructor(store: Store, failed: (error: unknown) => void) {
    this.#store = store
    this.#failed = failed
  }

  /**
   * `listener` receives the ids of jobs that change from now on. Returns the function that
   * unsubscribes.
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    this.#timer ??= setTimeout(this.#poll, 0)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.stop()
    }
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#marks = null
    this.#missed = false
  }

  readonly #poll = async (): Promise<void> => {
    const timer = this.#timer
    try {
      const before = this.#marks
      const marks = await readJobVersions(this.#store.db)
      this.#marks = marks
      const changed = this.#missed ? null : changedSince(before, marks)
      this.#missed = false
      if (changed === null || changed.length > 0) for (const listener of this.#listeners) listener(changed)
    } catch (error) {
      this.#missed = true
      if (!(error instanceof StoreError)) this.#failed(error)
    }
    // Unless it was stopped, or stopped and restarted.
    if (timer !== null && this.#timer === timer) this.#timer = setTimeout(this.#poll, POLL_MS).unref()
  }
}

function changedSince(before: ReadonlyMap<string, string> | null, now: ReadonlyMap<string, string>): readonly string[] {
  return before === null ? [] : [...now].filter(([id, mark]) => before.get(id) !== mark).map(([id]) => id)
}
