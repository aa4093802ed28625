import type { EndReason, SessionRow } from './session-row.ts'

/** How long sessions last, and how old what is known of their groups may be. */
export interface SessionLimits {
  readonly idleMs: number
  readonly longestMs: number
  /** After this the identity provider is asked again. */
  readonly confirmMs: number
}

/** How often the identity provider may be asked in vain before what it said last no longer counts. */
const PATIENCE = 3

/**
 * What a session is good for: `alive`; `due` when the identity provider is to be asked, and what it said last still counts meanwhile;
 * `overdue` when that counts no longer; or why it has to end.
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
