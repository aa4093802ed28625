import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GardenError } from './garden-error.ts'
import { readStatus, refusalError } from './refusal.ts'

test('parses a Status', () => {
  const details = { retryAfterSeconds: 3, causes: [{ reason: 'FieldValueInvalid', field: 'spec.a' }] }
  const status = { kind: 'Status', reason: 'Invalid', message: 'no', details, code: 422 }
  expect(readStatus(JSON.stringify(status))).toEqual({ reason: 'Invalid', message: 'no', details })
})

test.each([
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['another object', '{"kind":"Pod"}'],
])('%s is not a Status', (_, body) => {
  expect(readStatus(body)).toBeNull()
})

test('has a message for any content', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant([null, 5, { field: {} }]),
    fc.constant({ length: 3 }),
  )
  const details = fc.oneof(value, fc.dictionary(fc.constantFrom('causes', 'retryAfterSeconds'), value))
  const status = fc.record(
    { kind: fc.constant('Status'), reason: value, message: value, details },
    { requiredKeys: ['kind'] },
  )
  fc.assert(
    fc.property(status, fc.constantFrom(400, 401, 403, 404, 409, 422, 429, 500, 999), (body, code) => {
      const answer = { status: code, retryAfter: undefined, body: JSON.stringify(body) }
      expect(refusalError({ doing: 'ask', permission: null }, answer)).toBeInstanceOf(GardenError)
    }),
  )
})
