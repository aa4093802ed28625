import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { latestRevision, latestVersion, type Revision } from '#lib/store/multi-account/revision.ts'
import type { Store } from '#lib/store/store.ts'

interface FileSettings {
  readonly multiAccount: MultiAccount
  /** Name of the file, or of the default. */
  readonly file: string
}

/** Allowlist and limits in force: the last revision of the database, before the first one what the file says. */
export class MultiAccountSettings {
  readonly #store: Store
  readonly #file: () => FileSettings
  #revision: Revision | null = null
  /** Whether the database was ever asked; before that nobody knows whether it has a revision. */
  #asked = false

  constructor(store: Store, file: () => FileSettings) {
    this.#store = store
    this.#file = file
  }

  get active(): MultiAccount {
    return this.#revision?.multiAccount ?? this.#file().multiAccount
  }

  /** Version in the database; 0 before the first. */
  get version(): number {
    return this.#revision?.version ?? 0
  }

  /** The one in force; null before the first. */
  get revision(): Revision | null {
    return this.#revision
  }

  /** In force before the first version. */
  get start(): FileSettings {
    return this.#file()
  }

  /** A sentence for every page while the database may have other settings than those in force; null else. */
  problem(): string | null {
    if (this.#store.health().state === 'up') return null
    if (!this.#asked)
      return `Allowlist and limits are those of ${this.#file().file}, until the database can be asked for newer ones.`
    return 'Allowlist and limits are those last read from the database.'
  }

  /**
   * Reads the last revision if it is another one than the known; to be called now and then, and after a change. While the database
   * is down the last one stays.
   */
  async refresh(): Promise<void> {
    if (this.#store.health().state !== 'up') return
    // A revision is never changed, and lists up to ten thousand ids.
    if ((await latestVersion(this.#store.db)) !== this.version) this.#revision = await latestRevision(this.#store.db)
    this.#asked = true
  }
}
