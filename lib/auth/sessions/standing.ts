import type { EndReason, SessionRow } from './session-row.ts'

/** Lifetimes of sessions, and how old a confirmed role may be. */
export interface SessionLimits {
  readonly idleMs: number
  readonly longestMs: number
  /** Interval between confirmations by the identity provider. */
  readonly confirmMs: number
}

/** Number of unanswered confirmation intervals after which the last confirmed role expires. */
const PATIENCE = 3

/**
 * State of a session: `alive`; `due` when a confirmation is needed and the last role remains valid
 * until it arrives; `overdue` when that role has expired; `{ end }` when the session has to end,
 * with the reason; `ended`.
 */
export type Standing = 'alive' | 'due' | 'overdue' | { readonly end: EndReason } | 'ended'

export function standingOf(
  row: Pick<SessionRow, 'ended' | 'ageMs' | 'idleMs' | 'confirmedMs' | 'provider'>,
  { idleMs, longestMs, confirmMs }: SessionLimits,
): Standing {
  if (row.ended) return 'ended'
  if (row.ageMs >= longestMs) return { end: 'too-old' }
  if (row.idleMs >= idleMs) return { end: 'idle' }
  if (row.provider !== 'oidc' || row.confirmedMs < confirmMs) return 'alive'
  return row.confirmedMs < PATIENCE * confirmMs ? 'due' : 'overdue'
}
