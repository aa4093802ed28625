import { SignInError } from './sign-in-error.ts'

/** What an identity provider says of somebody. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  /** When they proved who they are, in milliseconds since 1970; null when it does not say. */
  readonly provedAt: number | null
}

/** Names of claims that people choose differently. */
export interface ClaimNames {
  readonly name: string
  readonly groups: string
}

/** Of the ids of those an identity provider signs in: no demo user is called so. */
export const SUBJECT_PREFIX = 'oidc:'

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x21-\x7e][\x20-\x7e]{0,254}$/

const MOST_OF_NAME = 200
/** Controls, and what turns the direction of a text around it. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Somebody from the claims about them; `sub` is of one issuer only. Throws SignInError when they do not say who it is. */
export function identityOf(claims: Readonly<Record<string, unknown>>, names: ClaimNames): Identity {
  const { sub } = claims
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new SignInError('subject')
  const name = [claims[names.name], claims.email, claims.preferred_username, claims.name].map(textOf).find(Boolean)
  const at = claims.auth_time
  return {
    id: SUBJECT_PREFIX + sub,
    name: name ?? sub,
    groups: groupsOf(claims[names.groups]),
    provedAt: typeof at === 'number' && Number.isFinite(at) ? at * 1_000 : null,
  }
}

/** Whether claims say anything of groups; one that is not there is not the same as one that is empty. */
export function tellsGroups(claims: Readonly<Record<string, unknown>>, { groups }: ClaimNames): boolean {
  return Object.hasOwn(claims, groups)
}

/** A list, or one text for a single group; anything else is no group. */
function groupsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(NOT_SHOWN, ' ').trim().slice(0, MOST_OF_NAME) || null
}
