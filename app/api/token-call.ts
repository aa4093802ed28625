import type { User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import type { TokenCall } from '#lib/services/tokens/token-audit.ts'

/** What the services need to keep tokens. */
export function tokenCall(user: User, requestId: string | null): TokenCall {
  const { store, audit } = runtime()
  return { store, audit, user, requestId }
}
