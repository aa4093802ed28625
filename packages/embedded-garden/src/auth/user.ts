import type { JsonObject } from '#embedded-garden/json.ts'

export interface User {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export const MASTERS = 'system:masters'
const AUTHENTICATED = 'system:authenticated'

export const ANONYMOUS: User = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'] }

/** Adds the group of all authenticated users. */
export function authenticated(user: User): User {
  return user.groups.includes(AUTHENTICATED) ? user : { ...user, groups: [...user.groups, AUTHENTICATED] }
}

/** The user in the form of the review kinds. */
export function userInfo(user: User): JsonObject {
  const extra = Object.entries(user.extra ?? {}).map(([key, values]) => [key, [...values]])
  return {
    username: user.name,
    ...(user.uid && { uid: user.uid }),
    ...(user.groups.length > 0 && { groups: [...user.groups] }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  }
}
