/** From least to most; each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** Whether somebody with `role` may do what needs `needed`. */
export function mayActAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Why somebody with `role` may not do what needs `needed`, as a sentence; null when they may. */
export function roleObstacle(role: Role, needed: Role): string | null {
  return mayActAs(role, needed) ? null : `This needs the role ${needed}.`
}

/** The role in untrusted data, or null when it is none: no role, no access. */
export function parseRole(value: unknown): Role | null {
  return ROLES.find(role => role === value) ?? null
}
