import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { appendEntries } from './append.ts'
import { type EntryContent, type IntentDraft, intentContent, type OutcomeDraft, outcomeContent } from './entry.ts'

/** Nothing may be done that cannot be written down first. */
export class AuditError extends StoreError {
  static {
    sameAcrossBundles(AuditError, 'AuditError')
  }

  override readonly name = 'AuditError'
}

interface Waiting {
  readonly contents: readonly EntryContent[]
  resolve(seqs: readonly bigint[]): void
  reject(error: unknown): void
}

/** Most entries of one transaction. */
const BATCH = 200

/**
 * Writes the audit chain. What arrives while a transaction is under way goes into the next one together: the chain has one end,
 * and many writers would queue for it.
 */
export class AuditLog {
  readonly #store: Store
  readonly #now: () => Date
  readonly #waiting: Waiting[] = []
  #writing = false

  constructor(store: Store, now: () => Date = () => new Date()) {
    this.#store = store
    this.#now = now
  }

  /** Writes down what is about to be done and returns its number. Throws AuditError: then it must not be done. */
  async intent(draft: IntentDraft): Promise<bigint> {
    const [seq] = await this.#append([intentContent(draft, this.#now())])
    return required(seq)
  }

  /** Writes down what came of an intent. Throws AuditError; the intent then stays open and becomes `unknown`. */
  async outcome(draft: OutcomeDraft): Promise<void> {
    await this.#append([outcomeContent(draft, this.#now())])
  }

  /** Writes down something that was refused before it began. Returns the number of the intent. */
  async refused(draft: IntentDraft, detail: string): Promise<bigint> {
    const seq = await this.intent(draft)
    await this.outcome({ intent: seq, actor: draft.actor, outcome: 'refused', detail })
    return seq
  }

  #append(contents: readonly EntryContent[]): Promise<readonly bigint[]> {
    const done = new Promise<readonly bigint[]>((resolve, reject) => this.#waiting.push({ contents, resolve, reject }))
    void this.#write()
    return done
  }

  async #write(): Promise<void> {
    if (this.#writing) return
    this.#writing = true
    while (this.#waiting.length > 0) await this.#writeBatch(this.#waiting.splice(0, BATCH))
    this.#writing = false
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const contents = batch.flatMap(waiting => waiting.contents)
      const seqs = await this.#store.transaction(tx => appendEntries(tx, contents), { isolation: 'read-committed' })
      let next = 0
      for (const { contents, resolve } of batch) {
        resolve(seqs.slice(next, next + contents.length))
        next += contents.length
      }
    } catch (error) {
      await this.#refuse(batch, error)
    }
  }

  /** One bad entry must not take the others with it: then each is tried alone. */
  async #refuse(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length > 1 && !(error instanceof StoreError)) {
      for (const waiting of batch) await this.#writeBatch([waiting])
      return
    }
    const said = error instanceof StoreError ? error.message : 'The entry was not accepted.'
    const message = `The audit log cannot be written, so nothing may be changed. ${said}`
    for (const { reject } of batch) reject(new AuditError(message, { cause: error }))
  }
}

function required(seq: bigint | undefined): bigint {
  if (seq === undefined) throw new Error('An entry was written without a number.')
  return seq
}
