import { setTimeout as delay } from 'node:timers/promises'
import { type Anchor, CHAIN_START, type Verdict, verifyAudit } from '#lib/store/audit/verify.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'

/**
 * The verification of the audit chain; `entries` and `seq` are decimal, `checkedAt` is RFC 3339.
 */
export type ChainStatus =
  /** The first check is running. */
  | { readonly state: 'checking' }
  | { readonly state: 'verified'; readonly entries: string; readonly checkedAt: string }
  | { readonly state: 'broken'; readonly seq: string; readonly problem: string; readonly checkedAt: string }
  /** The database could not be read. */
  | { readonly state: 'unreadable'; readonly message: string }

interface Timing {
  /** Minimum time between checks of new entries. */
  readonly newMs: number
  /** Time after which old entries are checked again. */
  readonly allMs: number
  /** Maximum time that `status` waits for a running check. */
  readonly waitMs: number
}

const TIMING: Timing = { newMs: 15_000, allMs: 3_600_000, waitMs: 300 }

/**
 * Verifies the audit chain in the background, so that pages can ask for the status at no cost. Only
 * one check runs at a time: of new entries since the last one, and periodically of the whole chain.
 */
export class ChainCheck {
  readonly #store: Store
  readonly #timing: Timing
  readonly #now: () => number
  #status: ChainStatus = { state: 'checking' }
  /** The last verified entry. */
  #verified: Anchor = CHAIN_START
  #running: Promise<void> | null = null
  #newAt = -Infinity
  #allAt = -Infinity

  constructor(store: Store, timing: Partial<Timing> = {}, now: () => number = Date.now) {
    this.#store = store
    this.#timing = { ...TIMING, ...timing }
    this.#now = now
  }

  /** Returns the current status, and starts a check if that is old. */
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
    // A broken chain is checked as a whole, as it may have been repaired.
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
