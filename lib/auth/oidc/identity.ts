import { INVISIBLE, isReservedName } from '../reserved-names.ts'
import { SUBJECT_PREFIX } from '../sign-in-time.ts'
import { type NoRoleReason, noRoleReason, readGroups } from './groups-claim.ts'
import { SignInError } from './sign-in-error.ts'

/** A user as the identity provider describes them. */
export interface Identity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  /** The reason in case none of the groups has a role. */
  readonly noRoleReason: NoRoleReason
  /** Time of authentication (`auth_time`) in milliseconds since 1970; null when the claim is absent. */
  readonly provedAt: number | null
}

/** Claim names that differ between identity providers. */
export interface ClaimNames {
  readonly name: string
  readonly groups: string
}

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
const SUBJECT = /^[\x21-\x7e][\x20-\x7e]{0,254}$/

const MAX_NAME_LENGTH = 200
/** Control characters, and characters that change the direction of the surrounding text. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Builds the identity from claims; `sub` is unique per issuer. Claims with a reserved name are
 * skipped. Throws SignInError when `sub` is missing or invalid.
 */
export function identityOf(claims: Readonly<Record<string, unknown>>, names: ClaimNames): Identity {
  const { sub } = claims
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new SignInError('subject')
  const found = [claims[names.name], claims.email, claims.preferred_username, claims.name].map(textOf)
  const name = [...found, sub].find(each => each !== null && !isReservedName(each))
  const at = claims.auth_time
  return {
    id: SUBJECT_PREFIX + sub,
    name: name ?? `user ${sub}`,
    groups: readGroups(claims, names.groups),
    noRoleReason: noRoleReason(claims, names.groups),
    provedAt: typeof at === 'number' && Number.isFinite(at) ? at * 1_000 : null,
  }
}

/** Whether the claims include groups: an absent claim differs from an empty list. */
export function hasGroups(claims: Readonly<Record<string, unknown>>, { groups }: ClaimNames): boolean {
  return Object.hasOwn(claims, groups)
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(INVISIBLE, '').replace(UNSAFE_CHARACTERS, ' ').trim().slice(0, MAX_NAME_LENGTH) || null
}
