import type { User } from './session.ts'

/** What every token begins with, so that people and scanners know one where they find it. */
const PREFIX = 'hap_'

const TOKEN_USER = 'token:'

/** The token of 32 bytes of chance, as it is shown once. */
export function tokenText(chance: Buffer): string {
  return PREFIX + chance.toString('base64url')
}

/** Whether a text has the form of a token; what has not is not looked for. */
export function isTokenText(text: string): boolean {
  return /^hap_[\w-]{43}$/.test(text)
}

/** The token of a request, whatever its form; null for a request without `Authorization: Bearer`, which a session then stands for. */
export function bearerOf(headers: Headers): string | null {
  return bearerIn(headers.get('authorization') ?? '')
}

/** The same of the header `authorization`. */
export function bearerIn(authorization: string): string | null {
  const [scheme = '', ...rest] = authorization.split(' ')
  return /^bearer$/i.test(scheme) ? rest.join(' ').trim() : null
}

/** Who a token is in the audit log and everywhere else: never the admin who made it, and told to be a token. */
export function tokenUser({ id, name, creatorName, role }: User & { readonly creatorName: string }): User {
  return { id: TOKEN_USER + id, name: `token ${name} of ${creatorName}`, role }
}

/** Id of the token that somebody is; null for a person. */
export function tokenIdOf(user: Pick<User, 'id'>): string | null {
  return isToken(user) ? user.id.slice(TOKEN_USER.length) : null
}

/** Whether somebody is a token; what needs a person refuses it. */
export function isToken({ id }: Pick<User, 'id'>): boolean {
  return id.startsWith(TOKEN_USER)
}
