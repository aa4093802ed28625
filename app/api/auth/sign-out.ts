import type { Auth } from '#lib/auth/auth.ts'
import { openTokens } from '#lib/auth/oidc/confirm-by-issuer.ts'
import { paths } from '#lib/paths.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/** So long the identity provider has to say where its own session is ended; who signs out here does not wait longer. */
const PATIENCE_MS = 3_000

/**
 * Ends a session here. Out: where the identity provider ends its own and leads back, null where it has no such address or does not
 * answer. A database that does not answer keeps nobody signed in in this browser: the session then ends when it is idle.
 */
export async function endSession(auth: Auth, session: string): Promise<string | null> {
  let sealed: string | null
  try {
    sealed = await auth.ledger.sealedOf(session)
    await auth.sessions.end(session, 'signed-out')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    auth.onFailure('sign-out', error)
    return null
  }
  const tokens = sealed === null ? null : openTokens(auth.tokens, sealed)
  if (tokens === null || auth.issuer === null) return null
  const back = new URL(paths.signIn(), auth.origin).href
  const asked = auth.issuer.leaveUrl(tokens.id, back).catch((error: unknown) => {
    auth.onFailure('sign-out at the identity provider', error)
    return null
  })
  return Promise.race([asked, new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null).unref())])
}
