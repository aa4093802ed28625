/**
 * Why a user has no role. `absent`: the identity provider sent no groups claim. `elsewhere`: it sent
 * a reference in its place, as Entra ID does for users in more than 200 groups. `unreadable`: the
 * claim is no list of texts. `no-role`: none of the groups has a role.
 */
export const NO_ROLE_REASONS = ['absent', 'elsewhere', 'unreadable', 'no-role'] as const

export type NoRoleReason = (typeof NO_ROLE_REASONS)[number]

type Claims = Readonly<Record<string, unknown>>

/** Groups of a claim: a list of texts, or one text. Other values are no groups. */
export function readGroups(claims: Claims, name: string): readonly string[] {
  const value = claims[name]
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

/** Why a user whose groups have no role has none. Source: Entra ID, "Groups overage claim". */
export function noRoleReason(claims: Claims, name: string): NoRoleReason {
  const value = claims[name]
  if (value === undefined) return hasReference(claims, name) ? 'elsewhere' : 'absent'
  const isEmptyList = Array.isArray(value) && value.length === 0
  return isEmptyList || readGroups(claims, name).length > 0 ? 'no-role' : 'unreadable'
}

function hasReference({ _claim_names: names, hasgroups }: Claims, name: string): boolean {
  const refers = typeof names === 'object' && names !== null && Object.hasOwn(names, name)
  return refers || hasgroups === true || hasgroups === 'true'
}
