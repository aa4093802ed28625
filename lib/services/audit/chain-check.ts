import { setTimeout as delay } from 'node:timers/promises'
import { type Anchor, CHAIN_START, type Verdict, verifyAudit } from '#lib/store/audit/verify.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'

/** What is known of the audit chain; `entries`, `seq` as texts, `checkedAt` as RFC 3339. */
export type ChainStatus =
  /** It is read for the first time. */
  | { readonly state: 'checking' }
  | { readonly state: 'verified'; readonly entries: string; readonly checkedAt: string }
  | { readonly state: 'broken'; readonly seq: string; readonly problem: string; readonly checkedAt: string }
  /** The database did not let it be read. */
  | { readonly state: 'unreadable'; readonly message: string }

interface Timing {
  /** Entries that came are checked at most this often. */
  readonly newMs: number
  /** Old entries are checked again after this time. */
  readonly allMs: number
  /** Whoever asks waits for a check that is under way for this long at most. */
  readonly waitMs: number
}

const TIMING: Timing = { newMs: 15_000, allMs: 3_600_000, waitMs: 300 }

/**
 * Whether the audit chain is whole, for pages: asking costs nothing, however long the chain is. It is checked beside the asking,
 * never twice at once: what came since the last time, and now and then all of it.
 */
export class ChainCheck {
  readonly #store: Store
  readonly #timing: Timing
  readonly #now: () => number
  #status: ChainStatus = { state: 'checking' }
  /** The last entry that was found to be right. */
  #verified: Anchor = CHAIN_START
  #running: Promise<void> | null = null
  #newAt = -Infinity
  #allAt = -Infinity

  constructor(store: Store, timing: Partial<Timing> = {}, now: () => number = Date.now) {
    this.#store = store
    this.#timing = { ...TIMING, ...timing }
    this.#now = now
  }

  /** What is known at this moment; begins a check when that is old. */
  async status(): Promise<ChainStatus> {
    if (this.#now() - this.#newAt >= this.#timing.newMs) {
      this.#running ??= this.#check().finally(() => {
        this.#running = null
      })
    }
    if (this.#running) await Promise.race([this.#running, delay(this.#timing.waitMs)])
    return this.#status
  }

  async #check(): Promise<void> {
    const began = this.#now()
    // A chain that was broken is looked at as a whole: somebody may have mended it.
    const all = began - this.#allAt >= this.#timing.allMs || this.#status.state === 'broken'
    try {
      const anchor = this.#verified.seq === 0n ? null : this.#verified
      this.#take(await verifyAudit(this.#store.db, anchor, all ? CHAIN_START : this.#verified))
      if (all) this.#allAt = began
    } catch (error) {
      this.#status = { state: 'unreadable', message: messageOf(error) }
    }
    this.#newAt = this.#now()
  }

  #take(verdict: Verdict): void {
    const checkedAt = new Date(this.#now()).toISOString()
    if (verdict.ok) {
      this.#verified = { seq: verdict.entries, hash: verdict.hash }
      this.#status = { state: 'verified', entries: String(verdict.entries), checkedAt }
    } else this.#status = { state: 'broken', seq: String(verdict.seq), problem: verdict.problem, checkedAt }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof StoreError) return error.message
  return `It failed on the server. The log has the cause under reference ${logError(error)}.`
}
