import type { FailedSignIn } from '#lib/auth/auth.ts'
import type { Identity } from '#lib/auth/oidc/identity.ts'
import { describeSignInError } from '#lib/auth/oidc/sign-in-error.ts'
import type { SessionRow } from '#lib/auth/session-record.ts'
import type { User } from '#lib/auth/sessions.ts'
import { userIdentityOf } from '#lib/auth/user-identity.ts'
import { log } from '#lib/telemetry/log.ts'
import { RefusedRequestLimit } from './refused-requests.ts'

interface Origin {
  readonly address: string | null
}

/**
 * Sign-ins and confirmations of sessions in the log. Users are named by issuer and subject, since display names are
 * not unique, and errors by codes, since their messages may quote cookies and tokens. Lines that strangers
 * or an unreachable identity provider can cause are bounded like those of refused requests.
 */
export class SignInLog {
  readonly #issuer: string | null
  readonly #attempts = new RefusedRequestLimit()
  readonly #confirmations = new RefusedRequestLimit()

  /** `issuer`: URL of the identity provider; null without one. */
  constructor(issuer: string | null) {
    this.#issuer = issuer
  }

  failed({ failure, error, subject, address }: FailedSignIn): void {
    const detail = error === undefined ? null : describeSignInError(error)
    const line = { reason: failure, ...(detail !== null && { detail }), issuer: this.#issuer, subject, address }
    this.#refused({ address }, line, 'sign-in failed')
  }

  noRole(user: Identity, { address }: Origin): void {
    const line = { ...this.#userFields(user), reason: user.noRoleReason, address }
    this.#refused({ address }, line, 'a user has no role')
  }

  signedIn({ user, session, address }: Origin & { readonly user: User; readonly session: string }): void {
    log().info({ user: user.name, ...userIdentityOf(user), role: user.role, session, address }, 'signed in')
  }

  /** The identity provider did not confirm a session; it may still do so. */
  notConfirmed(session: SessionRow, error: unknown): void {
    const line = { ...sessionFields(session), detail: describeSignInError(error) }
    const sender = { address: '', user: session.userId }
    warnWithin(this.#confirmations, sender, line, 'a session was not confirmed')
  }

  /** A session ended because its user has no role any more. */
  lostRole({ noRoleReason: reason }: Identity, session: SessionRow): void {
    log().warn({ ...sessionFields(session), reason }, 'a user has no role')
  }

  /** A session ended because the identity provider no longer knows its user. */
  revoked(session: SessionRow): void {
    log().warn(sessionFields(session), 'the identity provider ended a session')
  }

  failedSignOut(error: unknown, { address }: Origin): void {
    const line = { detail: describeSignInError(error), address }
    this.#refused({ address }, line, 'a sign-out did not reach the identity provider or the database')
  }

  #userFields({ id, name }: Identity) {
    return { user: name, ...userIdentityOf({ id, issuer: this.#issuer }) }
  }

  #refused({ address }: Origin, line: object, message: string): void {
    warnWithin(this.#attempts, { address: address ?? '', user: null }, line, message)
  }
}

/** Writes a line unless the sender has caused too many; the next one counts those that were omitted. */
function warnWithin(
  limit: RefusedRequestLimit,
  sender: Parameters<RefusedRequestLimit['take']>[0],
  line: object,
  message: string,
): void {
  const omitted = limit.take(sender)
  if (omitted !== null) log().warn({ ...line, ...(omitted > 0 && { omitted }) }, message)
}

function sessionFields({ id, userId, userName, issuer }: SessionRow) {
  return { user: userName, ...userIdentityOf({ id: userId, issuer }), session: id }
}
