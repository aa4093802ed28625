import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const secret = new Secret('canary-4711')

test('whoever it is a key to gets it', () => {
  expect(secret.reveal()).toBe('canary-4711')
})

test.each([
  ['a template', () => `${secret}`],
  ['a sum of texts', () => `url: ${String(secret)}`],
  ['JSON', () => JSON.stringify({ deep: [secret] })],
  ['inspect', () => inspect({ deep: [secret] }, { depth: null, showHidden: true })],
  ['a message', () => format('%s %j %o', secret, secret, secret)],
  ['its fields', () => JSON.stringify([Object.entries(secret), Object.getOwnPropertyNames(secret), { ...secret }])],
  ['an error', () => inspect(new Error(`failed at ${secret}`, { cause: secret }))],
])('%s shows nothing of it', (_, shown) => {
  expect(shown()).not.toContain('4711')
})
