import { expect, test } from 'vitest'
import { hasGroups, identityOf } from './identity.ts'
import { SignInError } from './sign-in-error.ts'

const NAMES = { name: 'email', groups: 'groups' }
const of = (claims: Record<string, unknown>) => identityOf({ sub: 's-1', ...claims }, NAMES)

test.each([
  [{}, 's-1'],
  [{ name: 'Ada' }, 'Ada'],
  [{ name: 'Ada', preferred_username: 'ada' }, 'ada'],
  [{ name: 'Ada', preferred_username: 'ada', email: 'ada@x.example' }, 'ada@x.example'],
  [{ email: 7, name: 'Ada' }, 'Ada'],
  [{ email: ' \u0000 ', name: 'Ada' }, 'Ada'],
  [{ name: 'Ada\nAdmin\u202e' }, 'Ada Admin'],
  [{ name: '\u3164Ada\u034f Admin\u2800' }, 'Ada Admin'],
  [{ name: 'x'.repeat(300) }, 'x'.repeat(200)],
])('claims %j have the name %j', (claims, name) => {
  expect(of(claims).name).toBe(name)
})

test.each([
  [{ email: 'hap-console', name: 'Ada' }, 'Ada'],
  [{ email: 'HAP-Console ', name: 'Operators' }, 's-1'],
  [{ name: 'subscription-operator' }, 's-1'],
  [{ name: 'hap adopt' }, 's-1'],
  [{ name: 'token ci of Ada' }, 's-1'],
  [{ name: '\uff48ap-console' }, 's-1'],
  [{ sub: 'hap-console' }, 'user hap-console'],
  [{ name: 'hap-console\ufe0f' }, 's-1'],
  [{ name: 'hap-\u034fconsole' }, 's-1'],
  [{ name: '\u3164hap-console' }, 's-1'],
  [{ name: 'hap-console\u2800' }, 's-1'],
  [{ name: 'hap\u2010console' }, 's-1'],
  [{ name: 'hap\u2212console' }, 's-1'],
  [{ name: 'h\u0430p-c\u043ens\u043ele' }, 's-1'],
  [{ name: 'HAP-CONSOIE' }, 's-1'],
  [{ name: 'hap-c0nso1e' }, 's-1'],
  [{ name: '\ua4e7\ua4ee\ua4d1-\ua4da\ua4f3\ua4e0\ua4e2\ua4f3\ua4e1\ua4f0' }, 's-1'],
  [{ name: '\u03bfper\u03b1tors' }, 's-1'],
  [{ name: 't\u03bfken  ci of Ada' }, 's-1'],
  [{ name: 'hap-cons\u00f6le' }, 's-1'],
  [{ name: 'Ada, approved by Bob' }, 's-1'],
  [{ name: 'hapless' }, 'hapless'],
  [{ name: 'Александр' }, 'Александр'],
  [{ name: 'Jos\u00e9 Il-1' }, 'Jos\u00e9 Il-1'],
])('claims %j do not get a name of the console but %s', (claims, name) => {
  expect(of(claims).name).toBe(name)
})

test('another claim can be configured as the name', () => {
  expect(identityOf({ sub: 's', login: 'I1', email: 'e' }, { ...NAMES, name: 'login' }).name).toBe('I1')
})

test('names the reason why groups have no role', () => {
  expect([of({}).noRoleReason, of({ groups: ['a'] }).noRoleReason]).toEqual(['absent', 'no-role'])
})

test('auth_time is converted to milliseconds, or null without it', () => {
  expect(of({ auth_time: 1_700_000_000 }).provedAt).toBe(1_700_000_000_000)
  for (const auth_time of [undefined, 'now', Number.NaN]) expect(of({ auth_time }).provedAt).toBeNull()
})

test('the id never equals a demo user, and a missing subject throws', () => {
  expect(identityOf({ sub: 'admin' }, NAMES).id).toBe('oidc:admin')
  for (const sub of [undefined, '', ' ', 7]) expect(() => identityOf({ sub }, NAMES)).toThrow(SignInError)
})

test('an empty groups claim differs from a missing one', () => {
  expect([hasGroups({ groups: [] }, NAMES), hasGroups({}, NAMES)]).toEqual([true, false])
})
