import { bearerOf, isToken } from '#lib/auth/bearer.ts'
import { requireSession, signedInAt, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'

type Asking = Parameters<typeof requireSession>[1]

/**
 * Who sends a request of the API: whoever its token stands for, or, without `Authorization: Bearer`, its session. With a token the
 * cookies of the request count for nothing. Throws NotAuthorisedError, BadTokenError, StoreError.
 */
export async function requireSender(request: Request, asking: Asking = {}): Promise<User> {
  return (await senderOf(request, asking)).user
}

/** The same with the id of the session; null for a token. */
export async function senderOf(
  { headers }: Request,
  asking: Asking = {},
): Promise<{ readonly user: User; readonly session: string | null }> {
  const token = bearerOf(headers)
  return token === null
    ? requireSession(runtime().auth, asking)
    : { user: await runtime().userOfToken(token), session: null }
}

/** When the sender of a request signed in, in milliseconds since 1970; null where that is not known, and for a token, which never does. */
export async function signInOf(user: User): Promise<number | null> {
  return isToken(user) ? null : signedInAt(runtime().auth)
}
