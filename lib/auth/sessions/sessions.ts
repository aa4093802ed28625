import { randomUUID } from 'node:crypto'
import { parseRole, type Role } from '../roles.ts'
import { KeptSessions } from './kept-sessions.ts'
import type { EndReason, NewSession, SessionLedger, SessionRow } from './session-row.ts'
import { SessionWatch } from './session-watch.ts'
import { type SessionLimits, standingOf } from './standing.ts'

export interface User {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Asks whoever signed somebody in what is so now. */
export interface Confirmation {
  /** Out: whether the session goes on as it is written down now, has ended, or nobody answered. */
  confirm(session: SessionRow): Promise<'confirmed' | 'ended' | 'unanswered'>
}

interface SessionParts {
  readonly ledger: SessionLedger
  readonly limits: SessionLimits
  /** Providers that sign in at present; sessions of another one end. */
  readonly providers: readonly string[]
  /** Null where no identity provider is set up. */
  readonly confirmation: Confirmation | null
  /** Whether an error of the ledger says that it does not answer. */
  readonly isUnavailable: (error: unknown) => boolean
  /** In milliseconds by a clock that nobody sets. */
  readonly now: () => number
}

interface Asking {
  /** For what changes something only the ledger's own answer of this moment counts. */
  readonly writes: boolean
  /** Whether a person is at work, and not a page that is merely open. */
  readonly attended: boolean
}

/** The sessions of the console: each request is looked up, so that one that ended is refused at once, by every process. */
export class Sessions {
  readonly #parts: SessionParts
  readonly #kept: KeptSessions<SessionRow>
  readonly #asked = new Map<string, ReturnType<Confirmation['confirm']>>()
  readonly #watch: SessionWatch

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#kept = new KeptSessions(parts.now)
    this.#watch = new SessionWatch({
      ledger: parts.ledger,
      known: () => this.#kept.ids(),
      onEnded: id => this.#kept.end(id),
    })
  }

  /** Begins a session. Out: its id. Throws when the ledger does not answer. */
  async begin(session: Omit<NewSession, 'id'>): Promise<string> {
    const id = randomUUID()
    await this.#parts.ledger.begin({ ...session, id })
    return id
  }

  /** Who a session is of, or null when there is none any more. Throws what the ledger throws when that is not known. */
  async check(id: string, asking: Asking): Promise<User | null> {
    const { ledger, limits, providers, isUnavailable } = this.#parts
    if (this.#kept.hasEnded(id)) return null
    let row: SessionRow | null
    try {
      row = await ledger.read(id)
    } catch (error) {
      const kept = asking.writes || !isUnavailable(error) ? null : this.#kept.recall(id)
      if (kept === null) throw error
      return this.#userNow(kept)
    }
    if (row === null) return this.#over(id)
    if (!providers.includes(row.provider)) return this.#end(id, 'issuer')
    const standing = standingOf(row, limits)
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
    // Nobody waits for the note; a lost one makes the session end earlier.
    if (asking.attended) void ledger.use(row).catch(() => {})
    return userOf(row)
  }

  /** Ends a session. Out: whether it had not ended before. Throws when the ledger does not answer. */
  async end(id: string, reason: EndReason, by: string | null = null): Promise<boolean> {
    const ended = await this.#parts.ledger.end(id, reason, by)
    this.#ended(id)
    return ended
  }

  /** Who a session that was found lately is of, from memory: for counting, never to let anybody in. Null when it was not found. */
  recent(id: string): User | null {
    const kept = this.#kept.recall(id)
    return kept && this.#userNow(kept)
  }

  /** Calls back once the session has ended, wherever that was done. Returns what stops it. */
  onEnd(id: string, callback: () => void): () => void {
    return this.#watch.onEnd(id, callback)
  }

  close(): void {
    this.#watch.close()
  }

  /** Requests of one page come together: they wait for the same answer. */
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

  /** What was found of a session, as it is by now. */
  #userNow({ ms, what }: { readonly ms: number; readonly what: SessionRow }): User | null {
    const row = { ...what, ageMs: what.ageMs + ms, idleMs: what.idleMs + ms, confirmedMs: 0 }
    return standingOf(row, this.#parts.limits) === 'alive' ? userOf(row) : null
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

/** No role, no access. */
function userOf({ userId, userName, role: text }: SessionRow): User | null {
  const role = parseRole(text)
  return role && { id: userId, name: userName, role }
}
