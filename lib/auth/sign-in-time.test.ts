import { expect, test } from 'vitest'
import {
  isSignInTooOld,
  NO_AUTH_TIME,
  needsRecentSignIn,
  SIGN_IN_AGAIN,
  signInRefusal,
  signInTime,
  stepUpRefusal,
} from './sign-in-time.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['credentials', undefined, NOW],
  ['oauth', { auth_time: NOW / 1_000 - 7_200 }, NOW - 7_200_000],
  ['oauth', {}, null],
  ['oauth', undefined, null],
  ['oauth', { auth_time: 'now' }, null],
  ['oauth', { auth_time: Number.NaN }, null],
  [undefined, {}, null],
])('a sign-in by %s with %j happened at %s', (provider, profile, at) => {
  expect(signInTime(provider, profile, NOW)).toBe(at)
})

test.each([
  [0, null],
  [299_999, null],
  [300_000, SIGN_IN_AGAIN],
  [-59_999, null],
  [-60_000, SIGN_IN_AGAIN],
])('a sign-in %s ms ago: %j', (age, words) => {
  expect(signInRefusal(NOW - age, NOW)).toBe(words)
})

test('names the setting of the identity provider if auth_time is missing, and does not suggest another sign-in', () => {
  const obstacle = signInRefusal(null, NOW) ?? ''
  expect(obstacle).toContain('does not send auth_time')
  expect(obstacle).toContain('in Keycloak by the client scope basic')
  expect([needsRecentSignIn(obstacle), isSignInTooOld(obstacle)]).toEqual([true, false])
})

const STEP_UP_TIME = Date.parse('2026-11-25T12:00:00Z')

test.each([
  ['oidc:i-1', STEP_UP_TIME - 299_999, null],
  ['oidc:i-1', STEP_UP_TIME - 300_000, SIGN_IN_AGAIN],
  ['oidc:i-1', null, expect.stringContaining(NO_AUTH_TIME)],
  ['operator', null, null],
  ['operator', STEP_UP_TIME - 7_200_000, null],
  ['token:1', null, null],
])('a dangerous action of %s with a sign-in at %s: %j', (id, at, words) => {
  expect(stepUpRefusal({ id }, at, STEP_UP_TIME)).toEqual(words)
})
