import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { Together } from '#lib/store/together.ts'
import { appendEntries } from './append.ts'
import { type EntryContent, type IntentDraft, intentContent, type OutcomeDraft, outcomeContent } from './entry.ts'

/** Nothing may be done that cannot be written down first. */
export class AuditError extends StoreError {
  static {
    sameAcrossBundles(AuditError, 'AuditError')
  }

  override readonly name = 'AuditError'
}

/**
 * Writes the audit chain. What arrives while a transaction is under way goes into the next one together: the chain has one end,
 * and many writers would queue for it.
 */
export class AuditLog {
  readonly #now: () => Date
  readonly #entries: Together<EntryContent, bigint>

  constructor(store: Store, now: () => Date = () => new Date(store.now())) {
    this.#now = now
    this.#entries = new Together(contents =>
      store.transaction(tx => appendEntries(tx, contents), { isolation: 'read-committed' }),
    )
  }

  /** Writes down what is about to be done and returns its number. Throws AuditError: then it must not be done. */
  intent(draft: IntentDraft): Promise<bigint> {
    return this.#append(intentContent(draft, this.#now()))
  }

  /** Writes down what came of an intent. Throws AuditError; the intent then stays open and becomes `unknown`. */
  async outcome(draft: OutcomeDraft): Promise<void> {
    await this.#append(outcomeContent(draft, this.#now()))
  }

  /** Writes down something that was refused before it began. Returns the number of the intent. */
  async refused(draft: IntentDraft, detail: string): Promise<bigint> {
    const seq = await this.intent(draft)
    await this.outcome({ intent: seq, actor: draft.actor, outcome: 'refused', detail })
    return seq
  }

  async #append(content: EntryContent): Promise<bigint> {
    try {
      return await this.#entries.add(content)
    } catch (error) {
      const said = error instanceof StoreError ? error.message : 'The entry was not accepted.'
      throw new AuditError(`The audit log cannot be written, so no change is allowed. ${said}`, { cause: error })
    }
  }
}
