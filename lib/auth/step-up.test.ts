import { expect, test } from 'vitest'
import { NO_AUTH_TIME, SIGN_IN_AGAIN } from './sign-in-words.ts'
import { stepUpObstacle } from './step-up.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')

test.each([
  ['oidc:i-1', NOW - 299_999, null],
  ['oidc:i-1', NOW - 300_000, SIGN_IN_AGAIN],
  ['oidc:i-1', null, expect.stringContaining(NO_AUTH_TIME)],
  ['operator', null, null],
  ['operator', NOW - 7_200_000, null],
  ['token:1', null, null],
])('%s, who signed in at %s, is told %j before something dangerous', (id, at, words) => {
  expect(stepUpObstacle({ id }, at, NOW)).toEqual(words)
})
