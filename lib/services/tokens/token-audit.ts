import type { User } from '#lib/auth/session.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { Store } from '#lib/store/store.ts'

/** What is done with API tokens, as the audit log names it. */
export const TOKEN_ENTRIES = { create: 'create token', revoke: 'revoke token' } as const

const TOKEN = 'ApiToken/'

/** Key of a token among the targets of the audit log. */
export function tokenTarget(id: string): string {
  return TOKEN + id
}

/** The id of a token by its key; null for the key of anything else. */
export function tokenOfTarget(key: string): string | null {
  return key.startsWith(TOKEN) ? key.slice(TOKEN.length) : null
}

/** Who asks for something to be done with tokens, and what it needs. */
export interface TokenCall {
  readonly store: Store
  readonly audit: AuditLog
  readonly user: User
  readonly requestId: string | null
}

/** An attempt as the audit log keeps it. */
export function tokenDraft(
  call: Pick<TokenCall, 'user' | 'requestId'>,
  entry: keyof typeof TOKEN_ENTRIES,
  id: string | null,
): IntentDraft {
  return attemptDraft(TOKEN_ENTRIES[entry], call, id === null ? [] : [tokenTarget(id)])
}
