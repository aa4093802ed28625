import { sameAcrossBundles } from '#lib/util/across-bundles.ts'
import type { Auth } from './auth.ts'
import { type Change, refuseWhileObserving } from './refuse-writes.ts'
import { requireRenderedFor } from './rendered-for.ts'
import { UNATTENDED_HEADER } from './request-headers.ts'
import { mayActAs, type Role } from './roles.ts'
import { readToken, type SessionToken, sessionCookie } from './session-cookie.ts'
import type { User } from './sessions.ts'
import { SIGN_IN_REQUIRED } from './sign-in-time.ts'

export type { User } from './sessions.ts'

export class NotAuthorisedError extends Error {
  static {
    sameAcrossBundles(NotAuthorisedError, 'NotAuthorisedError')
  }

  override readonly name = 'NotAuthorisedError'
  readonly reason: 'signed-out' | 'role'

  constructor(reason: 'signed-out' | 'role', needed: Role, words = `Requires the ${needed} role.`) {
    super(reason === 'signed-out' ? SIGN_IN_REQUIRED : words)
    this.reason = reason
  }
}

/** The session of the current request with its user. */
interface Session extends SessionToken {
  readonly user: User
}

/**
 * The session of the current request; null when there is none or it has ended. While the database
 * is unavailable, reads use the session cached in the last minutes; with `writes` the call fails.
 * Throws database errors.
 */
export async function currentSession(auth: Auth, { writes = false, attended = true } = {}): Promise<Session | null> {
  const { cookies, headers } = await import('next/headers')
  const token = await readToken(auth.secret, (await cookies()).get(sessionCookie(auth.https))?.value)
  if (token === null) return null
  const isUse = attended && !(await headers()).has(UNATTENDED_HEADER)
  const user = await auth.sessions.check(token.session, { writes, attended: isUse })
  return user && { ...token, user }
}

/** The user of the current request; null when signed out. Throws database errors. */
export async function currentUser(auth: Auth): Promise<User | null> {
  return (await currentSession(auth))?.user ?? null
}

/**
 * The user of the current request. Throws NotAuthorisedError unless the role includes `needed`;
 * throws database errors.
 */
export async function requireRole(auth: Auth, needed: Role): Promise<User> {
  const user = await currentUser(auth)
  if (!user) throw new NotAuthorisedError('signed-out', needed)
  if (!mayActAs(user.role, needed)) throw new NotAuthorisedError('role', needed)
  return user
}

/**
 * The user of a write request, checked against the database without the cache. The service checks
 * the role, so that a refused attempt is audited. Throws NotAuthorisedError when signed out, and
 * RefusedRequestError in observe mode; throws database errors.
 */
export async function requireWriter(auth: Auth, change: Change = {}): Promise<User> {
  return (await requireProvedWriter(auth, change)).user
}

/** As `requireWriter`, with the time of authentication in milliseconds since 1970; null when unknown. */
export async function requireProvedWriter(
  auth: Auth,
  change: Change = {},
): Promise<{ readonly user: User; readonly signedInAt: number | null }> {
  const { user, signedInAt } = await requireSession(auth, { writes: true })
  refuseWhileObserving(auth, change)
  return { user, signedInAt }
}

/**
 * The session of the current request. Throws NotAuthorisedError when there is none,
 * RenderedForAnotherError for a write from a page rendered for another user, and database errors.
 */
export async function requireSession(auth: Auth, asking: Parameters<typeof currentSession>[1] = {}): Promise<Session> {
  const session = await currentSession(auth, asking)
  if (!session) throw new NotAuthorisedError('signed-out', 'viewer')
  if (asking.writes) requireRenderedFor(session.user, await (await import('next/headers')).headers())
  return session
}

/** When the user of the current request authenticated, in milliseconds since 1970; null when unknown. */
export async function signedInAt(auth: Auth): Promise<number | null> {
  return (await currentSession(auth))?.signedInAt ?? null
}
