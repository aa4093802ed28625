import { ROLES, type Role } from './roles.ts'

/** Roles by the group of the identity provider that grants them. */
export type RoleGroups = ReadonlyMap<string, Role>

export class RoleGroupsError extends Error {
  override readonly name = 'RoleGroupsError'
}

const GROUP = /\s*(?:"([^"]*)"|([^",;=]*))\s*(,|$)/y

/**
 * Parses `admin=hap-admins;operator=hap-operators,sre;viewer="cn=staff,ou=x"`: semicolons separate
 * roles, commas separate groups, and quotes enclose a group with such characters. Throws
 * RoleGroupsError on a syntax error and on a role or group named twice.
 */
export function parseRoleGroups(text: string): RoleGroups {
  const groups = new Map<string, Role>()
  const seen = new Set<Role>()
  for (const part of partsOf(text)) {
    const [, name = '', list = ''] = /^\s*(\w*)\s*=(.*)$/s.exec(part) ?? []
    const role = ROLES.find(each => each === name)
    if (role === undefined)
      throw new RoleGroupsError(
        `"${part.trim()}" does not begin with a role and "="; the roles are ${ROLES.join(', ')}`,
      )
    if (seen.has(role)) throw new RoleGroupsError(`it names the role ${role} twice; put its groups between commas`)
    seen.add(role)
    for (const group of groupsOf(list, role)) {
      const other = groups.get(group)
      if (other !== undefined) throw new RoleGroupsError(`the group "${group}" is named twice (${other}, ${role})`)
      groups.set(group, role)
    }
  }
  return groups
}

/** Splits at semicolons outside quotes. */
function partsOf(text: string): readonly string[] {
  const parts = text.match(/(?:"[^"]*"|[^;"]|"(?![^"]*"))+/g) ?? []
  return parts.filter(part => part.trim() !== '')
}

function groupsOf(list: string, role: Role): readonly string[] {
  const groups: string[] = []
  GROUP.lastIndex = 0
  for (let more = true; more; ) {
    const found = GROUP.exec(list)
    const group = (found?.[1] ?? found?.[2] ?? '').trim()
    if (!found)
      throw new RoleGroupsError(`the groups of ${role} cannot be read; put one with , ; or = in double quotes`)
    if (group === '') throw new RoleGroupsError(`a group of ${role} is empty`)
    groups.push(group)
    more = found[3] === ','
  }
  return groups
}

/** The highest role that the groups grant; null means no access. */
export function roleOfGroups(groups: readonly string[], roles: RoleGroups): Role | null {
  const given = new Set(groups.map(group => roles.get(group)))
  return ROLES.findLast(role => given.has(role)) ?? null
}
