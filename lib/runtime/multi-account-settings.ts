import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { isUnconfirmed, latestRevision, latestVersion, type Revision } from '#lib/store/allowlist-revisions.ts'
import type { Store } from '#lib/store/store.ts'
import { ReadAge } from './read-age.ts'

interface FileSettings {
  readonly multiAccount: MultiAccount
  /** Name of the file, or of the default. */
  readonly file: string
}

/** Allowlist and limits in force: the last revision in the database, or those of the file before the first revision. */
export class MultiAccountSettings {
  readonly #store: Store
  readonly #file: () => FileSettings
  readonly #beforeFirstRead: () => Promise<void>
  readonly #fileOnly: boolean
  #revision: Revision | null = null
  /** Unknown before the first read: the database may hold a revision. */
  readonly #age: ReadAge

  /**
   * `staleAfterMs`: claims need settings that were read within this time; `now`: a monotonic clock in milliseconds;
   * `beforeFirstRead`: saves the revision of an upgrade; `fileOnly`: ignores revisions.
   */
  constructor(
    store: Store,
    file: () => FileSettings,
    staleAfterMs: number,
    {
      now,
      beforeFirstRead = async () => {},
      fileOnly = false,
    }: { now?: () => number; beforeFirstRead?: () => Promise<void>; fileOnly?: boolean } = {},
  ) {
    this.#store = store
    this.#file = file
    this.#beforeFirstRead = beforeFirstRead
    this.#fileOnly = fileOnly
    this.#age = new ReadAge(staleAfterMs, now)
  }

  get active(): MultiAccount {
    return this.#revision?.multiAccount ?? this.#file().multiAccount
  }

  /** The settings for decisions, which cannot be undone. Throws RulesUncertainError before the first read and while the last read is stale. */
  certain(): MultiAccount {
    if (!this.#age.isKnown)
      throw new RulesUncertainError('Allowlist and limits have not been read from the database yet.')
    const seconds = this.staleSeconds()
    if (seconds === null) return this.active
    throw new RulesUncertainError(
      `Allowlist and limits were read ${seconds} s ago, and others may be in force. Try again once the database responds to this process.`,
    )
  }

  /** Seconds since the last read when that is too long for decisions, else null. */
  staleSeconds(): number | null {
    return this.#age.staleSeconds()
  }

  /** Version in the database; 0 before the first. */
  get version(): number {
    return this.#revision?.version ?? 0
  }

  /** The revision in force; null before the first. */
  get revision(): Revision | null {
    return this.#revision
  }

  /** Whether the revision in force stems from an upgrade, and no administrator has confirmed it. */
  get isUnconfirmed(): boolean {
    return isUnconfirmed(this.#revision)
  }

  /** The settings of the file, in force before the first revision. */
  get start(): FileSettings {
    return this.#file()
  }

  /** A message for every page while the database may hold newer settings, or until an administrator confirms those of an upgrade; else null. */
  problem(): string | null {
    if (this.#fileOnly) return null
    const seconds = this.staleSeconds()
    if (this.#store.health().state === 'up')
      return seconds === null
        ? this.#unconfirmedMessage()
        : `Allowlist and limits were last read from the database ${seconds} s ago: no accounts are claimed.`
    if (!this.#age.isKnown)
      return `Allowlist and limits are those of ${this.#file().file}, because the database cannot be read for newer ones.`
    return 'Allowlist and limits are those last read from the database.'
  }

  #unconfirmedMessage(): string | null {
    if (!this.isUnconfirmed) return null
    return 'Allowlist and limits are those in force before the upgrade. An admin has to confirm or change them on the page Allowlist and limits.'
  }

  /**
   * Reads the last revision if its version has changed. Called regularly and after a change. While the database is down the known
   * revision stays.
   */
  async refresh(): Promise<void> {
    if (this.#store.health().state !== 'up') return
    if (!this.#age.isKnown && !this.#fileOnly) await this.#beforeFirstRead()
    // A revision is immutable and lists up to ten thousand ids.
    const begun = this.#age.begin()
    const isKnown = this.#fileOnly || (await latestVersion(this.#store.db)) === this.version
    const revision = isKnown ? this.#revision : await latestRevision(this.#store.db)
    if (this.#age.finish(begun)) this.#revision = revision
  }
}
