import type { User } from './session.ts'

/** Prefix of every token, so that people and secret scanners recognise one. */
const PREFIX = 'hap_'

const TOKEN_USER = 'token:'

/** Formats 32 random bytes as a token; the result is shown once. */
export function formatToken(chance: Buffer): string {
  return PREFIX + chance.toString('base64url')
}

/** Whether a text has the form of a token; any other text is rejected without a lookup. */
export function isTokenText(text: string): boolean {
  return /^hap_[\w-]{43}$/.test(text)
}

/**
 * The bearer token of a request, in any form; null without `Authorization: Bearer`, which leaves
 * the session to decide.
 */
export function readBearer(headers: Headers): string | null {
  return parseBearer(headers.get('authorization') ?? '')
}

/** As `readBearer`, from the value of the header `authorization`. */
export function parseBearer(authorization: string): string | null {
  const [scheme = '', ...rest] = authorization.split(' ')
  return /^bearer$/i.test(scheme) ? rest.join(' ').trim() : null
}

/**
 * The user that a token acts as, in the audit log and elsewhere: marked as a token, distinct from
 * the admin who created it.
 */
export function tokenUser({ id, name, creatorName, role }: User & { readonly creatorName: string }): User {
  return { id: TOKEN_USER + id, name: `token ${name} of ${creatorName}`, role }
}

/** Id of the token behind a user; null for a person. */
export function tokenIdOf(user: Pick<User, 'id'>): string | null {
  return isToken(user) ? user.id.slice(TOKEN_USER.length) : null
}

/** Whether a user is a token; operations that require a person refuse tokens. */
export function isToken({ id }: Pick<User, 'id'>): boolean {
  return id.startsWith(TOKEN_USER)
}

export const MAX_TOKEN_NAME = 60

/** Maximum lifetime, so that the token of an abandoned script expires. */
export const MAX_TOKEN_DAYS = 365

/** What to do about tokens whose creator the identity provider no longer confirms. */
export const UNCONFIRMED_HELP =
  'Let the creator sign in, or revoke the tokens: the user may have left, or the refresh token of the session expired.'
