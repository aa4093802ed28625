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
}

interface RulesParts {
  readonly store: Store
  readonly policy: Policy
  /** Rules and plans of the settings files. */
  readonly file: () => FileRules
  /** Name of the file of rules, or of the default. */
  readonly fileName: string
  /** Claims are decided by rules that were read within this time. */
  readonly staleAfterMs: number
  /** Milliseconds by a clock that is never set. */
  readonly now?: () => number
}

/** Rules with the plans they are valid for; taken and replaced as one. */
interface Active {
  readonly ruleset: Ruleset
  readonly plans: Plans
  /** The document they were read from. */
  readonly document: string
  /** Null while they are those of the file. */
  readonly publication: Publication | null
}

/** The rules everything decides by: the last published revision, before the first one what the file says. */
export class RulesInForce {
  readonly #parts: RulesParts
  /** The last one of the database. */
  #latest: Publication | null = null
  /** Before the first read it is not known whether rules were published. */
  readonly #age: ReadAge
  #published: Active | null = null
  /** What was looked at last, valid or not. */
  #seen: { readonly publication: Publication; readonly plans: Plans } | null = null
  #fault: string | null = null
  #changes = 0

  constructor(parts: RulesParts) {
    this.#parts = parts
    this.#age = new ReadAge(parts.staleAfterMs, parts.now)
  }

  get active(): Active {
    return this.#published ?? this.start
  }

  /** In force before the first publication. */
  get start(): Active {
    const { ruleset, rulesText, plans } = this.#parts.file()
    return { ruleset, plans, document: rulesText, publication: null }
  }

  /**
   * The same for decisions. Throws RulesUncertainError while it is not known whether rules were published or which are in force, or while the
   * published ones were never usable: an account claimed by rules that are not in force is not taken back.
   */
  certain(): Active {
    if (!this.#age.isKnown) throw new RulesUncertainError('The published rules were not read from the database yet.')
    if (this.#latest !== null && this.#published === null) throw new RulesUncertainError(this.#fault ?? '')
    const seconds = this.staleSeconds()
    if (seconds !== null)
      throw new RulesUncertainError(
        `The published rules were read ${seconds} s ago, and others may be in force. Try again once the database answers this process.`,
      )
    return this.active
  }

  /** Seconds since the rules were read, once that is too long to decide by them; null else. */
  staleSeconds(): number | null {
    return this.#age.staleSeconds()
  }

  /** Counts the published rules that came into force here. */
  get changes(): number {
    return this.#changes
  }

  /** Why the last published rules cannot be used with the plans in force; null when they can. */
  get fault(): string | null {
    return this.#fault
  }

  /** Sentences for every page. */
  problems(): readonly string[] {
    return this.#fault === null ? [] : [this.#fault]
  }

  /** A sentence for every page while the database may have other rules than those in force; null else. */
  problem(): string | null {
    const seconds = this.staleSeconds()
    if (this.#parts.store.health().state === 'up')
      return seconds === null
        ? null
        : `The rules are those read from the database ${seconds} s ago: nothing is claimed.`
    if (!this.#age.isKnown)
      return `The rules are those of ${this.#parts.fileName}, until the database can be asked for newer ones.`
    return 'The rules are those last read from the database.'
  }

  /**
   * Reads the last publication if it is another one than the known; to be called now and then, and after publishing. While the
   * database is down the last one stays.
   */
  async refresh(): Promise<void> {
    const { store } = this.#parts
    if (store.health().state === 'up') {
      const begun = this.#age.begin()
      const isKnown = (await latestNumber(store.db)) === (this.#latest?.number ?? 0)
      const latest = isKnown ? this.#latest : await latestPublication(store.db)
      if (this.#age.finish(begun)) this.#latest = latest
    }
    this.#settle()
  }

  /** Puts the last publication in force, unless it is not valid with the plans as they are: then the last good rules stay, with their plans. */
  #settle(): void {
    const publication = this.#latest
    if (publication === null) this.#forget()
    else this.#take(publication)
  }

  #take(publication: Publication): void {
    const { plans } = this.#parts.file()
    if (this.#seen?.publication === publication && this.#seen.plans === plans) return
    this.#seen = { publication, plans }
    const { ruleset, diagnostics } = Ruleset.from(publication.texts, plans, this.#parts.policy)
    if (ruleset === null) {
      const [first] = diagnostics
      const stays =
        this.#published === null
          ? `nothing is claimed, and the rules shown are those of ${this.#parts.fileName}`
          : 'the last good rules stay in force'
      this.#fault = `Revision ${publication.number} of the rules is not valid with the plans in force, so ${stays}: ${first?.message ?? ''} Correct the plans (HAP_PLANS_FILE, HAP_REQUIRED_PLANS), or publish rules that fit them.`
      return
    }
    this.#fault = null
    this.#published = { ruleset, plans, document: publication.document, publication }
    this.#changes++
  }

  /** Of a database that was put back to a time before the first publication. */
  #forget(): void {
    this.#seen = null
    this.#fault = null
    if (this.#published === null) return
    this.#published = null
    this.#changes++
  }
}
