import { randomUUID } from 'node:crypto'
import { FRESH_MS, resultWithin } from '#lib/util/result-within.ts'
import { parseRole, type Role } from './roles.ts'
import {
  type EndReason,
  type NewSession,
  type SessionLedger,
  type SessionLimits,
  type SessionRow,
  sessionStateOf,
} from './session-record.ts'
import { SessionWatch } from './session-watch.ts'

export interface User {
  /** The subject, with a prefix; unique among the users of this console. */
  readonly id: string
  readonly name: string
  readonly role: Role
  /** URL of the identity provider. Null or absent for demo users, tokens, and sessions of older releases. */
  readonly issuer?: string | null
}

/** Confirms a session with the provider that signed the user in. */
export interface Confirmation {
  /**
   * `confirmed`: the stored row is up to date. `ended`: the session has ended. `unanswered`: the
   * provider did not answer.
   */
  confirm(session: SessionRow): Promise<'confirmed' | 'ended' | 'unanswered'>
}

interface SessionParts {
  readonly ledger: SessionLedger
  readonly limits: SessionLimits
  /** Configured providers; sessions of any other provider end. */
  readonly providers: readonly string[]
  /** Null when no identity provider is configured. */
  readonly confirmation: Confirmation | null
  /** Whether an error means that the ledger is unavailable. */
  readonly isUnavailable: (error: unknown) => boolean
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

interface Asking {
  /** Whether the request writes, which requires a fresh answer from the ledger instead of the cache. */
  readonly writes: boolean
  /** Whether a person caused the request, as opposed to the refresh of an open page. */
  readonly attended: boolean
}

/** Sessions of the console. Each request reads the ledger, so that every process refuses an ended session at once. */
export class Sessions {
  readonly #parts: SessionParts
  readonly #kept: SessionCache<SessionRow>
  readonly #asked = new Map<string, ReturnType<Confirmation['confirm']>>()
  readonly #watch: SessionWatch

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#kept = new SessionCache(parts.now)
    this.#watch = new SessionWatch({
      ledger: parts.ledger,
      known: () => this.#kept.ids(),
      onEnded: id => this.#kept.end(id),
    })
  }

  /** Begins a session and returns its id. Throws when the ledger is unavailable. */
  async begin(session: Omit<NewSession, 'id'>): Promise<string> {
    const id = randomUUID()
    await this.#parts.ledger.begin({ ...session, id })
    return id
  }

  /**
   * The user of a session; null when it is unknown or has ended. Reads use the cache when the ledger is
   * unavailable or takes longer than FRESH_MS. Throws ledger errors when neither can answer.
   */
  async check(id: string, asking: Asking): Promise<User | null> {
    const { ledger, limits, providers, isUnavailable } = this.#parts
    if (this.#kept.hasEnded(id)) return null
    const kept = asking.writes ? null : this.#kept.recall(id)
    const orUnanswered = (error: unknown): 'unanswered' => {
      if (kept === null || !isUnavailable(error)) throw error
      return 'unanswered'
    }
    const read = ledger.read(id).catch(orUnanswered)
    const found = kept === null ? await read : await resultWithin(read, FRESH_MS, 'unanswered' as const)
    if (found === 'unanswered') return kept && this.#userNow(kept)
    let row = found
    if (row === null) return this.#over(id)
    if (!providers.includes(row.provider)) return this.#end(id, 'issuer')
    const standing = sessionStateOf(row, limits)
    if (standing === 'ended') return this.#ended(id)
    if (typeof standing === 'object') return this.#end(id, standing.end)
    if (standing !== 'alive') {
      const answer = await this.#confirm(row)
      if (answer === 'ended' || (answer === 'unanswered' && standing === 'overdue')) return this.#over(id)
      if (answer === 'confirmed') row = await ledger.read(id)
      if (row === null || row.ended) return this.#over(id)
    }
    this.#kept.keep(id, row)
    this.#watch.start()
    // Do not wait for the write: losing it only makes the session idle out earlier.
    if (asking.attended) void ledger.use(row).catch(() => {})
    return userOf(row)
  }

  /** Ends a session. Returns false when it had ended before. Throws when the ledger is unavailable. */
  async end(id: string, reason: EndReason, by: string | null = null): Promise<boolean> {
    const ended = await this.#parts.ledger.end(id, reason, by)
    this.#ended(id)
    return ended
  }

  /** The user of a cached session, for rate limits and messages only, never for authorisation. Null when not cached. */
  recent(id: string): User | null {
    const kept = this.#kept.recall(id)
    return kept && this.#userNow(kept)
  }

  /** Calls back once the session has ended in any process. Returns the unsubscribe function. */
  onEnd(id: string, callback: () => void): () => void {
    return this.#watch.onEnd(id, callback)
  }

  close(): void {
    this.#watch.close()
  }

  /** Concurrent requests of a page share one confirmation. */
  #confirm(row: SessionRow): ReturnType<Confirmation['confirm']> {
    const asked = this.#asked.get(row.id)
    if (asked) return asked
    const answer = (this.#parts.confirmation?.confirm(row) ?? Promise.resolve('unanswered' as const)).finally(() =>
      this.#asked.delete(row.id),
    )
    this.#asked.set(row.id, answer)
    return answer
  }

  async #end(id: string, reason: EndReason): Promise<null> {
    await this.#parts.ledger.end(id, reason, null)
    return this.#ended(id)
  }

  /** The user of a cached session after adding the age of the cache entry; null when the session has ended since. */
  #userNow({ ms, what }: { readonly ms: number; readonly what: SessionRow }): User | null {
    const row = { ...what, ageMs: what.ageMs + ms, idleMs: what.idleMs + ms, confirmedMs: 0 }
    return sessionStateOf(row, this.#parts.limits) === 'alive' ? userOf(row) : null
  }

  #ended(id: string): null {
    this.#kept.end(id)
    return this.#over(id)
  }

  #over(id: string): null {
    this.#kept.forget(id)
    this.#watch.ended(id)
    return null
  }
}

/** Null when the stored role is unknown, which means no access. */
function userOf({ userId, userName, role: text, issuer }: SessionRow): User | null {
  const role = parseRole(text)
  return role && { id: userId, name: userName, role, ...(issuer && { issuer }) }
}

/** How long a cached session permits reads while the database is unavailable. */
export const CACHE_MS = 10 * 60_000

/** Maximum number of cached and of ended sessions; the oldest is evicted first. */
const MAX_CACHED = 5_000

/** Cache of this process: active sessions expire after `CACHE_MS`, ended ones stay until evicted. */
class SessionCache<Kept> {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly at: number; readonly what: Kept }>()
  readonly #ended = new Set<string>()

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  keep(id: string, what: Kept): void {
    if (this.#ended.has(id)) return
    this.#kept.delete(id)
    this.#kept.set(id, { at: this.#now(), what })
    dropOldest(this.#kept)
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }

  /** An ended session never becomes active, so the cached result needs no lookup in the database. */
  end(id: string): void {
    this.#kept.delete(id)
    this.#ended.add(id)
    dropOldest(this.#ended)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** Ids of all cached sessions that have not expired. */
  ids(): readonly string[] {
    for (const [id, { at }] of this.#kept) {
      if (this.#now() - at < CACHE_MS) break
      this.#kept.delete(id)
    }
    return [...this.#kept.keys()]
  }

  /** The cached session and its age in `ms`; null when absent or expired. */
  recall(id: string): { readonly what: Kept; readonly ms: number } | null {
    const found = this.#kept.get(id)
    if (!found) return null
    const ms = this.#now() - found.at
    return ms < CACHE_MS ? { what: found.what, ms } : null
  }
}

function dropOldest(of: Map<string, unknown> | Set<string>): void {
  const [oldest] = of.keys()
  if (of.size > MAX_CACHED && oldest !== undefined) of.delete(oldest)
}
