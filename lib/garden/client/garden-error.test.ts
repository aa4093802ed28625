import { expect, test } from 'vitest'
import { connectionFailure, GardenError, type GardenErrorKind } from './garden-error.ts'

const errorOf = (kind: GardenErrorKind, more: { status?: number; outcomeUnknown?: boolean } = {}) =>
  new GardenError({ kind, doing: 'patch a', because: 'of the test.', ...more })

test.each<[GardenErrorKind, boolean, boolean]>([
  ['unreachable', true, false],
  ['timeout', true, false],
  ['unauthenticated', false, true],
  ['forbidden', false, true],
  ['not-found', false, false],
  ['not-served', false, false],
  ['conflict', true, false],
  ['gone', true, false],
  ['invalid', false, true],
  ['throttled', true, false],
  ['unavailable', true, false],
  ['unexpected', false, false],
])('%s: transient %s, refusal %s', (kind, isTransient, isRefusal) => {
  const error = errorOf(kind)
  expect([error.isTransient, error.isRefusal]).toEqual([isTransient, isRefusal])
})

test.each<[GardenErrorKind, number | undefined, GardenError['certainty']]>([
  ['unavailable', 500, 'unknown'],
  ['unavailable', 503, 'unknown'],
  ['timeout', 504, 'unknown'],
  ['timeout', 408, 'unknown'],
  ['unexpected', undefined, 'unknown'],
  // Admission that is not ready responds with 403 before anything is stored.
  ['unavailable', 403, 'no'],
  ['unexpected', 405, 'no'],
  ['conflict', 409, 'no'],
  ['conflict', 422, 'no'],
  ['invalid', 422, 'no'],
  ['throttled', 429, 'no'],
  ['forbidden', 403, 'no'],
  ['unreachable', undefined, 'no'],
  ['timeout', undefined, 'no'],
  ['unauthenticated', undefined, 'no'],
])('%s with status %s: certainty of the write is %s', (kind, status, certainty) => {
  expect(errorOf(kind, status === undefined ? {} : { status }).certainty).toBe(certainty)
})

test('a lost response leaves the outcome of the write unknown', () => {
  expect(errorOf('timeout', { outcomeUnknown: true }).certainty).toBe('unknown')
  expect(errorOf('unreachable', { status: 200, outcomeUnknown: true }).certainty).toBe('unknown')
})

test('names the token as the cause when it has a line break', () => {
  const { message } = connectionFailure('list', 'https://a.example', { code: 'ERR_INVALID_CHAR' }, false)
  expect(message).toContain('the token has a character that no request can carry, such as a line break')
})
