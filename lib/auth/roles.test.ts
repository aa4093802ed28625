import { expect, test } from 'vitest'
import { mayActAs, parseRole, ROLES, roleRefusal } from './roles.ts'

test('each role may do what those before it may, and who may not is told what it needs', () => {
  for (const [place, role] of ROLES.entries()) {
    for (const [need, needed] of ROLES.entries()) {
      expect(mayActAs(role, needed), `${role} as ${needed}`).toBe(place >= need)
      expect(roleRefusal(role, needed)).toBe(place >= need ? null : `This needs the role ${needed}.`)
    }
  }
})

test.each([undefined, null, '', 'Admin', 'root', ['admin']])('%j is no role', value => {
  expect(parseRole(value)).toBeNull()
})
