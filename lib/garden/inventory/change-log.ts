/** The keys that changed after a version, each once. */
export interface Changes {
  readonly from: number
  readonly to: number
  /** Keys of bindingKey. */
  readonly bindings: ReadonlySet<string>
  /** Keys of shootKey. */
  readonly shoots: ReadonlySet<string>
  /** Keys of poolKey: pools with a changed binding, or a changed shoot or claim on one of their accounts. */
  readonly pools: ReadonlySet<string>
  /** Keys of accountKey. */
  readonly accounts: ReadonlySet<string>
  readonly globalAccounts: ReadonlySet<string>
  /** The freshness of a source changed. */
  readonly sources: boolean
}

/** A change. Lists may contain nulls and repetitions, since they combine before and after. */
export interface Change {
  readonly binding?: string
  readonly shoot?: string
  readonly pools?: readonly (string | null)[]
  readonly accounts?: readonly (string | null)[]
  readonly globalAccounts?: readonly (string | null)[]
  readonly sources?: true
}

/** A minute of a busy landscape, at about a kilobyte each; the log holds up to twice as many. */
const DEFAULT_SIZE = 1_024

/** The latest changes in order. Readers further behind read everything again. */
export class ChangeLog {
  readonly #kept: number
  #changes: Change[] = []
  #first = 0

  constructor(kept = DEFAULT_SIZE) {
    this.#kept = kept
  }

  /** Number of changes ever recorded. */
  get version(): number {
    return this.#first + this.#changes.length
  }

  record(change: Change): void {
    this.#changes.push(change)
    if (this.#changes.length < 2 * this.#kept) return
    this.#first += this.#changes.length - this.#kept
    this.#changes = this.#changes.slice(-this.#kept)
  }

  /** Changes after `version`; null when they are forgotten, or the version is not of this log. */
  since(version: number): Changes | null {
    if (version < this.#first || version > this.version) return null
    const folded = {
      bindings: new Set<string>(),
      shoots: new Set<string>(),
      pools: new Set<string>(),
      accounts: new Set<string>(),
      globalAccounts: new Set<string>(),
    }
    let sources = false
    for (const change of this.#changes.slice(version - this.#first)) {
      if (change.binding !== undefined) folded.bindings.add(change.binding)
      if (change.shoot !== undefined) folded.shoots.add(change.shoot)
      addAll(folded.pools, change.pools)
      addAll(folded.accounts, change.accounts)
      addAll(folded.globalAccounts, change.globalAccounts)
      sources ||= change.sources === true
    }
    return { from: version, to: this.version, ...folded, sources }
  }
}

function addAll(to: Set<string>, keys: readonly (string | null)[] | undefined): void {
  for (const key of keys ?? []) if (key !== null) to.add(key)
}

/** Runs `task` once after `ms`. */
export type Schedule = (task: () => void, ms: number) => void

/** Notifies listeners of changes, at most once per interval. */
export class Notifier {
  readonly #listeners = new Set<() => void>()
  readonly #schedule: Schedule
  readonly #intervalMs: number
  #pending = false

  constructor(schedule: Schedule, intervalMs: number) {
    this.#schedule = schedule
    this.#intervalMs = intervalMs
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener()
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  notify(): void {
    if (this.#pending || this.#listeners.size === 0) return
    this.#pending = true
    this.#schedule(() => {
      this.#pending = false
      for (const listener of this.#listeners) listener()
    }, this.#intervalMs)
  }
}
