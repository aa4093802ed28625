import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { latestRevision, latestVersion, type Revision } from '#lib/store/multi-account.ts'
import type { Store } from '#lib/store/store.ts'
import { ReadAge } from './read-age.ts'

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
  /** Before the first read it is not known whether the database has a revision. */
  readonly #age: ReadAge

  /** `staleAfterMs`: claims are decided by settings that were read within this time; `now`: milliseconds by a clock that is never set. */
  constructor(store: Store, file: () => FileSettings, staleAfterMs: number, now?: () => number) {
    this.#store = store
    this.#file = file
    this.#age = new ReadAge(staleAfterMs, now)
  }

  get active(): MultiAccount {
    return this.#revision?.multiAccount ?? this.#file().multiAccount
  }

  /** The same for what decides by them. Throws RulesUncertainError while it is not known which are in force at this moment. */
  certain(): MultiAccount {
    if (!this.#age.isKnown) throw new RulesUncertainError('Allowlist and limits were not read from the database yet.')
    const seconds = this.staleSeconds()
    if (seconds === null) return this.active
    throw new RulesUncertainError(
      `Allowlist and limits were read ${seconds} s ago, and others may be in force. Try again once the database answers this process.`,
    )
  }

  /** Seconds since they were read, once that is too long to decide by them; null else. */
  staleSeconds(): number | null {
    return this.#age.staleSeconds()
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
    const seconds = this.staleSeconds()
    if (this.#store.health().state === 'up')
      return seconds === null
        ? null
        : `Allowlist and limits are those read from the database ${seconds} s ago: nothing is claimed.`
    if (!this.#age.isKnown)
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
    const begun = this.#age.begin()
    const isKnown = (await latestVersion(this.#store.db)) === this.version
    const revision = isKnown ? this.#revision : await latestRevision(this.#store.db)
    if (this.#age.finish(begun)) this.#revision = revision
  }
}
