import { expect, test } from 'vitest'
import { mayActAs, parseRole, ROLES, roleRefusal } from './roles.ts'

test('each role includes the roles before it, and a refusal names the needed role', () => {
  for (const [place, role] of ROLES.entries()) {
    for (const [need, needed] of ROLES.entries()) {
      expect(mayActAs(role, needed), `${role} as ${needed}`).toBe(place >= need)
      expect(roleRefusal(role, needed)).toBe(place >= need ? null : `Requires the ${needed} role.`)
    }
  }
})

test.each([undefined, null, '', 'Admin', 'root', ['admin']])('%j is not a role', value => {
  expect(parseRole(value)).toBeNull()
})
