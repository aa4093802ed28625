import type { Connection } from './http-client.ts'

/** A server for a replay. */
export interface Target {
  readonly connection: Connection
  /** Headers of a request of the caller `as`. */
  identify(as: string): Readonly<Record<string, string | string[]>>
  /** Control actions other than `wait`, by name. */
  readonly actions: Readonly<Record<string, () => void | Promise<void>>>
  /** Called after the seed, before the first exchange. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** The named callers of the recordings: users with static tokens. */
export const CALLERS: Readonly<
  Record<string, { readonly name: string; readonly uid: string; readonly groups: readonly string[] }>
> = {
  admin: { name: 'admin', uid: '1', groups: ['system:masters'] },
  viewer: { name: 'viewer@example.com', uid: '2', groups: ['viewers'] },
  labeler: { name: 'labeler@example.com', uid: '3', groups: ['labelers'] },
  'blind-labeler': { name: 'blind-labeler@example.com', uid: '4', groups: ['blind-labelers'] },
  nobody: { name: 'nobody@example.com', uid: '5', groups: ['nobodies'] },
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

/** Headers for a value of `as` that is not a named caller; null for a named caller. */
export function specialCaller(as: string): Record<string, string> | null {
  if (as === 'anonymous') return {}
  if (as === 'invalid') return bearer('nobody-knows-this-token')
  return as.startsWith('token:') ? bearer(as.slice('token:'.length)) : null
}
