import { isToken, readBearer } from '#lib/auth/api-token.ts'
import { requireSession, signedInAt, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'

type Asking = Parameters<typeof requireSession>[1]

/**
 * Authenticates an API request: by its token, or by its session without `Authorization: Bearer`. A
 * request with a token ignores cookies. Throws NotAuthorisedError, BadTokenError, StoreError.
 */
export async function requireSender(request: Request, asking: Asking = {}): Promise<User> {
  return (await senderOf(request, asking)).user
}

/** Also returns the session id; null for a token. */
export async function senderOf(
  { headers }: Request,
  asking: Asking = {},
): Promise<{ readonly user: User; readonly session: string | null }> {
  const token = readBearer(headers)
  return token === null
    ? requireSession(runtime().auth, asking)
    : { user: await runtime().userOfToken(token), session: null }
}

/** Time of the sender's sign-in in milliseconds since 1970; null when unknown, and for a token. */
export async function signInOf(user: User): Promise<number | null> {
  return isToken(user) ? null : signedInAt(runtime().auth)
}
