import { expect, test } from 'vitest'
import { parseRoleGroups, RoleGroupsError, roleOfGroups } from './role-groups.ts'

test.each<[string, Record<string, string>]>([
  ['', {}],
  [' ; ', {}],
  ['admin=a', { a: 'admin' }],
  ['admin=a;operator=b,c;viewer=d', { a: 'admin', b: 'operator', c: 'operator', d: 'viewer' }],
  [' viewer = all staff , sre ; ', { 'all staff': 'viewer', sre: 'viewer' }],
  ['viewer="cn=staff,ou=x;y", b', { 'cn=staff,ou=x;y': 'viewer', b: 'viewer' }],
  ['viewer=urn:x:group#1', { 'urn:x:group#1': 'viewer' }],
])('%j gives %j', (text, roles) => {
  expect(Object.fromEntries(parseRoleGroups(text))).toEqual(roles)
})

test.each([
  ['hap-admins', '"hap-admins" does not begin with a role and "="; the roles are viewer, operator, admin'],
  ['root=a', /^"root=a" does not begin/],
  ['Admin=a', /^"Admin=a" does not begin/],
  ['=a', /^"=a" does not begin/],
  ['admin=', 'a group of admin is empty'],
  ['admin=a,', 'a group of admin is empty'],
  ['admin=a,,b', 'a group of admin is empty'],
  ['admin=""', 'a group of admin is empty'],
  ['admin=a=b', 'the groups of admin cannot be read; put one with , ; or = in double quotes'],
  ['admin="a', 'the groups of admin cannot be read; put one with , ; or = in double quotes'],
  ['admin="a"b', 'the groups of admin cannot be read; put one with , ; or = in double quotes'],
  ['admin=a;admin=b', 'it names the role admin twice; put its groups between commas'],
  ['admin=a;viewer=b,a', 'the group "a" is named twice (admin, viewer)'],
])('%j is refused', (text, message) => {
  expect(() => parseRoleGroups(text)).toThrow(RoleGroupsError)
  expect(() => parseRoleGroups(text)).toThrow(message)
})

test.each<[string[], string | null]>([
  [[], null],
  [['x'], null],
  [['c'], 'viewer'],
  [['c', 'x', 'a', 'b'], 'admin'],
  [['b', 'c'], 'operator'],
  [['A'], null],
  [['toString', '__proto__'], null],
])('groups %j give %j', (groups, role) => {
  expect(roleOfGroups(groups, parseRoleGroups('admin=a;operator=b;viewer=c'))).toBe(role)
})
