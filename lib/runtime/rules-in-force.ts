import type { Plans } from '#lib/hap/plans/plan.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { RulesUncertainError } from '#lib/services/rules/rules-context.ts'
import { latestNumber, latestPublication, type Publication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { ReadAge } from './read-age.ts'

interface FileRules {
  readonly ruleset: Ruleset
  readonly rulesText: string
  readonly plans: Plans
  /** Whether rules of KEB replaced those of the file. */
  readonly ofKeb?: boolean
}

interface RulesParts {
  readonly store: Store
  readonly policy: Policy
  /** Rules and plans of the settings files. */
  readonly file: () => FileRules
  /** Name of the rules file, or of the default. */
  readonly fileName: string
  /** Claims need rules that were read within this time. */
  readonly staleAfterMs: number
  /** Ignores publications: the rules are always those of the file. */
  readonly fileOnly?: boolean
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/** Rules with the plans they are valid for, replaced together. */
interface Active {
  readonly ruleset: Ruleset
  readonly plans: Plans
  /** The document the rules were parsed from. */
  readonly document: string
  /** Null for the rules of the file. */
  readonly publication: Publication | null
  readonly ofKeb?: boolean
}

/** The rules in force: the last published revision, or the rules of the file before the first publication. */
export class RulesInForce {
  readonly #parts: RulesParts
  /** The last publication in the database. */
  #latest: Publication | null = null
  /** Unknown before the first read: rules may have been published. */
  readonly #age: ReadAge
  #published: Active | null = null
  /** The publication and plans that were validated last. */
  #validated: { readonly publication: Publication; readonly plans: Plans } | null = null
  #fault: string | null = null
  #changes = 0

  constructor(parts: RulesParts) {
    this.#parts = parts
    this.#age = new ReadAge(parts.staleAfterMs, parts.now)
  }

  get active(): Active {
    return this.#published ?? this.start
  }

  /** The rules of the file, in force before the first publication. */
  get start(): Active {
    const { ruleset, rulesText, plans, ofKeb = false } = this.#parts.file()
    return { ruleset, plans, document: rulesText, publication: null, ofKeb }
  }

  /**
   * The rules for decisions, which cannot be undone. Throws RulesUncertainError before the first read, while the last read is stale, and while
   * the published rules were never valid with the plans.
   */
  certain(): Active {
    if (!this.#age.isKnown)
      throw new RulesUncertainError('The published rules have not been read from the database yet.')
    if (this.#latest !== null && this.#published === null) throw new RulesUncertainError(this.#fault ?? '')
    const seconds = this.staleSeconds()
    if (seconds !== null)
      throw new RulesUncertainError(
        `The published rules were read ${seconds} s ago, and others may be in force. Try again once the database responds to this process.`,
      )
    return this.active
  }

  /** Seconds since the last read when that is too long for decisions, else null. */
  staleSeconds(): number | null {
    return this.#age.staleSeconds()
  }

  /** Counts the replacements of the rules in force. */
  get changes(): number {
    return this.#changes
  }

  /** Why the last published rules are invalid with the plans in force; null when they are valid. */
  get fault(): string | null {
    return this.#fault
  }

  /** Messages for every page. */
  problems(): readonly string[] {
    return this.#fault === null ? [] : [this.#fault]
  }

  /** A message for every page while the database may hold newer rules, else null. */
  problem(): string | null {
    if (this.#parts.fileOnly) return null
    const seconds = this.staleSeconds()
    if (this.#parts.store.health().state === 'up')
      return seconds === null
        ? null
        : `The rules were last read from the database ${seconds} s ago: no accounts are claimed.`
    if (!this.#age.isKnown)
      return `The rules are those of ${this.#parts.fileName}, because the database cannot be read for newer ones.`
    return 'The rules are those last read from the database.'
  }

  /**
   * Reads the last publication if its number has changed. Called regularly and after a publication. While the database is down the
   * known publication stays.
   */
  async refresh(): Promise<void> {
    const { store, fileOnly = false } = this.#parts
    if (store.health().state === 'up') {
      const begun = this.#age.begin()
      const isKnown = fileOnly || (await latestNumber(store.db)) === (this.#latest?.number ?? 0)
      const latest = isKnown ? this.#latest : await latestPublication(store.db)
      if (this.#age.finish(begun)) this.#latest = latest
    }
    this.#apply()
  }

  /** Puts the last publication in force if it is valid with the current plans; otherwise the last valid rules stay, with their plans. */
  #apply(): void {
    const publication = this.#latest
    if (publication === null) this.#clear()
    else this.#validate(publication)
  }

  #validate(publication: Publication): void {
    const { plans } = this.#parts.file()
    if (this.#validated?.publication === publication && this.#validated.plans === plans) return
    this.#validated = { publication, plans }
    const { ruleset, diagnostics } = Ruleset.from(publication.texts, plans, this.#parts.policy)
    if (ruleset === null) {
      const [first] = diagnostics
      const stays =
        this.#published === null
          ? `no accounts are claimed, and the rules shown are those of ${this.#parts.fileName}`
          : 'the last good rules stay in force'
      this.#fault = `Revision ${publication.number} of the rules is not valid with the plans in force, so ${stays}: ${first?.message ?? ''} Correct the plans (HAP_PLANS_FILE, HAP_REQUIRED_PLANS), or publish rules that fit them.`
      return
    }
    this.#fault = null
    this.#published = { ruleset, plans, document: publication.document, publication }
    this.#changes++
  }

  /** A database that was restored to a time before the first publication has none. */
  #clear(): void {
    this.#validated = null
    this.#fault = null
    if (this.#published === null) return
    this.#published = null
    this.#changes++
  }
}
