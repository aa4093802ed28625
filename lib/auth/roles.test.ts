import { expect, test } from 'vitest'
import { mayActAs, parseRole, ROLES, roleDisabledReason, roleRefusal } from './roles.ts'

test('each role includes the roles before it, and a refusal names the needed role', () => {
  for (const [place, role] of ROLES.entries()) {
    for (const [need, needed] of ROLES.entries()) {
      expect(mayActAs(role, needed), `${role} as ${needed}`).toBe(place >= need)
      expect(roleRefusal(role, needed)).toBe(place >= need ? null : `Requires the ${needed} role.`)
    }
  }
})

test('a disabled control names the next step, and is enabled with the role', () => {
  expect(roleDisabledReason('viewer', 'admin')).toBe('Requires the admin role. Ask an administrator for it.')
  expect(roleDisabledReason('admin', 'operator')).toBeNull()
})

test.each([undefined, null, '', 'Admin', 'root', ['admin']])('%j is not a role', value => {
  expect(parseRole(value)).toBeNull()
})
