import { expect, test } from 'vitest'
import { serverMessage } from './server-message.ts'

const KEY = 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY01'

test.each([
  [
    'names the field',
    'Shoot.core.gardener.cloud "c-1" is invalid: spec.provider.workers[0].machine.type: Unsupported value: "m5.huge": supported values: "m5.large", "m5.xlarge", "m6i.large", "m6i.xlarge"',
    'Shoot.core.gardener.cloud "c-1" is invalid: spec.provider.workers[0].machine.type: Unsupported value: "m5.huge": supported values: "m5.large", "m5.xlarge", "m6i.large", "m6i.xlarge"',
  ],
  ['is one line', 'denied:\n\t* first\r\n  * second\u2028third\u0007', 'denied: * first * second third'],
  [
    'leaves out a quoted object',
    `"" is invalid: patch: Invalid value: "{\\"metadata\\":{\\"name\\":\\"${'x'.repeat(200)}\\"}}": json: cannot unmarshal bool into Go struct field`,
    '"" is invalid: patch: Invalid value: "…": json: cannot unmarshal bool into Go struct field',
  ],
  [
    'leaves out an object',
    `spec: Invalid value: {"a":{"b":"c"},"d":[${'1,'.repeat(100)}1]}: must not change {"e":1}`,
    'spec: Invalid value: {…}: must not change {"e":1}',
  ],
  [
    'names the quota that others changed at the same time',
    'Operation cannot be fulfilled on resourcequotas "q": the object has been modified; please apply your changes to the latest version and try again',
    'Operation cannot be fulfilled on resourcequotas "q": the object has been modified; please apply your changes to the latest version and try again',
  ],
])('%s', (_title, message, shown) => {
  expect(serverMessage(message)).toBe(shown)
})

test.each([
  `data[secretAccessKey]: Invalid value: "${KEY}": does not match`,
  `admission webhook "w" denied the request: secretAccessKey: ${KEY} is not valid`,
  `got {"clientSecret":"abc-def-ghi"} with AKIAIOSFODNN7EXAMPLE`.replace('abc-def-ghi', KEY),
  `authorization failed: Bearer ${KEY}`,
  `cannot reach https://user:${KEY}@example.com/`,
  `the key is ${KEY}`,
  `bad key -----BEGIN RSA PRIVATE KEY----- ${KEY}`,
  `token=${KEY}`,
])('hides secrets: %s', message => {
  const shown = serverMessage(message)
  expect(shown).toContain('[secret]')
  expect(shown).not.toContain('wJalr')
  expect(shown).not.toContain('AKIA')
})

test('has at most 500 characters', () => {
  expect(serverMessage('no '.repeat(10_000))).toHaveLength(500)
  expect(serverMessage(`${'{'.repeat(50_000)}"`)?.length).toBeLessThanOrEqual(500)
})

test.each([
  undefined,
  '',
  ' \n',
  'Unauthorized',
  'the server could not find the requested resource',
  'Operation cannot be fulfilled on shoots "a": the object has been modified; please apply your changes to the latest version and try again',
])('is null without news: %j', message => {
  expect(serverMessage(message)).toBeNull()
})
