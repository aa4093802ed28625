import type { Auth } from '#lib/auth/auth.ts'
import { openTokens } from '#lib/auth/oidc/confirm-by-issuer.ts'
import { paths } from '#lib/paths.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/** Limits the wait for the identity provider's sign-out URL. */
const PATIENCE_MS = 3_000

/**
 * Ends a session. Returns the sign-out URL of the identity provider, which leads back here; null
 * when it has none or does not answer. Without the database, only the browser's cookie is cleared,
 * and the session expires when idle.
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
