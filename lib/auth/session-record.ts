/** Stored reason why a session ended. `ended`: by its user or an admin, from the sessions page. `crowded`: the user had too many sessions. */
export type EndReason = 'signed-out' | 'replaced' | 'idle' | 'too-old' | 'ended' | 'no-role' | 'issuer' | 'crowded'

/** How long the list of sessions shows ended ones, and address and browser are stored. */
export const ENDED_SESSION_MS = 30 * 24 * 3_600_000

/** A session as stored. Ages are measured by the database clock, which all processes share. */
export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly userName: string
  readonly role: string
  /** oidc or demo */
  readonly provider: string
  /** URL of the identity provider; null for demo users, and in sessions of older releases. */
  readonly issuer: string | null
  readonly ageMs: number
  readonly idleMs: number
  /** Time since the identity provider confirmed the role. */
  readonly confirmedMs: number
  readonly ended: boolean
}

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly userName: string
  readonly role: string
  readonly provider: 'oidc' | 'demo'
  readonly issuer: string | null
  readonly address: string | null
  readonly browser: string | null
  readonly sealed: string | null
  /** Whether the identity provider sent auth_time; null where none was involved. */
  readonly authTimeSent: boolean | null
}

/** Storage of sessions. Every method throws when it is unavailable. */
export interface SessionLedger {
  begin(session: NewSession): Promise<void>
  read(id: string): Promise<SessionRow | null>
  use(session: Pick<SessionRow, 'id' | 'idleMs'>): Promise<void>
  end(id: string, reason: EndReason, by: string | null): Promise<boolean>
  takeTurn(id: string, forMs: number): Promise<{ readonly sealed: string | null } | null>
  confirm(id: string, role: string, sealed: string): Promise<void>
  endedOf(ids: readonly string[]): Promise<readonly string[]>
}

/** Lifetimes of sessions, and how old a confirmed role may be. */
export interface SessionLimits {
  readonly idleMs: number
  readonly longestMs: number
  /** Interval between confirmations by the identity provider. */
  readonly confirmMs: number
}

/** Number of unanswered confirmation intervals after which the last confirmed role expires. */
const MAX_UNANSWERED = 3

/**
 * State of a session: `alive`; `due` when a confirmation is needed and the last role remains valid
 * until it arrives; `overdue` when that role has expired; `{ end }` when the session has to end,
 * with the reason; `ended`.
 */
export type SessionState = 'alive' | 'due' | 'overdue' | { readonly end: EndReason } | 'ended'

export function sessionStateOf(
  row: Pick<SessionRow, 'ended' | 'ageMs' | 'idleMs' | 'confirmedMs' | 'provider'>,
  { idleMs, longestMs, confirmMs }: SessionLimits,
): SessionState {
  if (row.ended) return 'ended'
  if (row.ageMs >= longestMs) return { end: 'too-old' }
  if (row.idleMs >= idleMs) return { end: 'idle' }
  if (row.provider !== 'oidc' || row.confirmedMs < confirmMs) return 'alive'
  return row.confirmedMs < MAX_UNANSWERED * confirmMs ? 'due' : 'overdue'
}
