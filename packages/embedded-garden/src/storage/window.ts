import type { Stored } from './stored.ts'

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

export interface Change {
  readonly type: ChangeType
  readonly revision: number
  /** The new state; for a deletion the last state with the revision of the deletion. */
  readonly object: Stored
  readonly previous: Stored | null
}

export interface WindowLimits {
  readonly changes: number
  readonly bytes: number
}

const DEFAULT_WINDOW: WindowLimits = { changes: 10_000, bytes: 64 * 1024 * 1024 }

/** The latest changes of one resource, for watches that start in the past. A watch from before them gets 410. */
export class ChangeWindow {
  readonly #limits: WindowLimits
  #changes: Change[] = []
  #first = 0
  #bytes = 0
  #since: number

  /** `since`: the revision before the first change in the window. */
  constructor(since: number, limits: WindowLimits = DEFAULT_WINDOW) {
    this.#since = since
    this.#limits = limits
  }

  /** Revision of the last dropped change. */
  get since(): number {
    return this.#since
  }

  push(change: Change): void {
    this.#changes.push(change)
    this.#bytes += change.object.bytes.length
    while (this.#length > this.#limits.changes || (this.#bytes > this.#limits.bytes && this.#length > 1)) this.#drop()
    if (this.#first > 1024 && this.#first * 2 > this.#changes.length) {
      this.#changes = this.#changes.slice(this.#first)
      this.#first = 0
    }
  }

  /** All changes after `revision`, oldest first; null when some of them were dropped. */
  after(revision: number): readonly Change[] | null {
    if (revision < this.#since) return null
    let low = this.#first
    let high = this.#changes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1
      else high = middle
    }
    return this.#changes.slice(low)
  }

  /** Drops the changes up to `revision`. */
  forget(revision: number): void {
    while (this.#length > 0 && (this.#changes[this.#first]?.revision ?? 0) <= revision) this.#drop()
    this.#since = Math.max(this.#since, revision)
  }

  get #length(): number {
    return this.#changes.length - this.#first
  }

  #drop(): void {
    const dropped = this.#changes[this.#first]
    if (!dropped) return
    this.#since = dropped.revision
    this.#bytes -= dropped.object.bytes.length
    this.#first++
  }
}
