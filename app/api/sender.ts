import { bearerOf, isToken } from '#lib/auth/bearer.ts'
import { requireRole, signedInAt, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Who sends a request of the API: whoever its token stands for, or, without `Authorization: Bearer`, its session. With a token the
 * cookies of the request count for nothing. Throws NotAuthorisedError, BadTokenError, StoreError.
 */
export async function requireSender({ headers }: Request): Promise<User> {
  const token = bearerOf(headers)
  return token === null ? requireRole(runtime().auth, 'viewer') : runtime().userOfToken(token)
}

/** When the sender of a request signed in, in milliseconds since 1970; null where that is not known, and for a token, which never does. */
export async function signInOf(user: User): Promise<number | null> {
  return isToken(user) ? null : signedInAt(runtime().auth)
}
