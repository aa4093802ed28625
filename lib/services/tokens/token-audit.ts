import type { User } from '#lib/auth/session.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { Store } from '#lib/store/store.ts'

/** What is done with API tokens, as the audit log names it. */
export const TOKEN_ENTRIES = { create: 'create token', revoke: 'revoke token' } as const

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

/** Builds the context of a service call on tokens. */
export function buildTokenCall(
  { store, audit }: Pick<TokenCall, 'store' | 'audit'>,
  user: User,
  requestId: string | null,
): TokenCall {
  return { store, audit, user, requestId }
}
