/** Roles in ascending order; each includes the permissions of those before it. */
export const ROLES = ['viewer', 'operator', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** Whether `role` includes the permissions of `needed`. */
export function mayActAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Why `role` does not suffice for `needed`, as a sentence; null when it does. */
export function roleRefusal(role: Role, needed: Role): string | null {
  return mayActAs(role, needed) ? null : `Requires the ${needed} role.`
}

/** `roleRefusal` with the next step, for a control that is disabled on a page. */
export function roleDisabledReason(role: Role, needed: Role): string | null {
  const refusal = roleRefusal(role, needed)
  return refusal && `${refusal} Ask an administrator for it.`
}

/** Why observe mode refuses each change, for every role. */
export const OBSERVE_MODE_REASON = 'This console only observes KEB (HAP_MODE=observe). It changes nothing in Gardener.'

/** Parses untrusted data; null for an unknown role, which means no access. */
export function parseRole(value: unknown): Role | null {
  return ROLES.find(role => role === value) ?? null
}
