import { expect, test } from 'vitest'
import type { Role } from './roles.ts'
import { userRefusal } from './user-refusal.ts'

test.each<[string, Role, Role, string | null]>([
  ['a person', 'viewer', 'operator', 'This needs the role operator.'],
  ['a person', 'operator', 'operator', null],
  ['a token', 'admin', 'operator', null],
  [
    'a token',
    'viewer',
    'operator',
    'This needs the role operator. This token has the role viewer. Ask an admin for a token of the role operator.',
  ],
])('%s of the role %s, where %s is needed', (who, role, needed, words) => {
  expect(userRefusal({ id: who === 'a token' ? 'token:t-1' : 'oidc:vera', role }, needed)).toBe(words)
})
