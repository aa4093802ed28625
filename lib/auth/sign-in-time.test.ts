import { expect, test } from 'vitest'
import { signInObstacle, signInTime } from './sign-in-time.ts'
import { asksToSignInAgain, needsRecentSignIn, SIGN_IN_AGAIN } from './sign-in-words.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['credentials', undefined, NOW],
  ['oauth', { auth_time: NOW / 1_000 - 7_200 }, NOW - 7_200_000],
  ['oauth', {}, null],
  ['oauth', undefined, null],
  ['oauth', { auth_time: 'now' }, null],
  ['oauth', { auth_time: Number.NaN }, null],
  [undefined, {}, null],
])('a sign-in by %s with %j was at %s', (provider, profile, at) => {
  expect(signInTime(provider, profile, NOW)).toBe(at)
})

test.each([
  [0, null],
  [299_999, null],
  [300_000, SIGN_IN_AGAIN],
  [-59_999, null],
  [-60_000, SIGN_IN_AGAIN],
])('a sign-in %s ms ago is answered with %j', (age, words) => {
  expect(signInObstacle(NOW - age, NOW)).toBe(words)
})

test('names the setting of the identity provider when it sent no auth_time, and signing in again is no help', () => {
  const obstacle = signInObstacle(null, NOW) ?? ''
  expect(obstacle).toContain('does not send auth_time')
  expect(obstacle).toContain('in Keycloak by the client scope basic')
  expect([needsRecentSignIn(obstacle), asksToSignInAgain(obstacle)]).toEqual([true, false])
})
