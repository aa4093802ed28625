import { expect, test } from 'vitest'
import type { Role } from './roles.ts'
import { userRefusal } from './user-refusal.ts'

test.each<[string, Role, Role, string | null]>([
  ['a person', 'viewer', 'operator', 'Requires the operator role.'],
  ['a person', 'operator', 'operator', null],
  ['a token', 'admin', 'operator', null],
  [
    'a token',
    'viewer',
    'operator',
    'Requires the operator role. This token has the viewer role. Ask an admin for a token with the operator role.',
  ],
])('%s with the role %s for an action of the role %s: %j', (who, role, needed, words) => {
  expect(userRefusal({ id: who === 'a token' ? 'token:t-1' : 'oidc:vera', role }, needed)).toBe(words)
})
