import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainError } from '#lib/garden/writes/write-error.ts'
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
      expect(refusalError({ doing: 'ask', method: 'PATCH', permission: null }, answer)).toBeInstanceOf(GardenError)
    }),
  )
})

describe('the message of the server', () => {
  const message = 'admission webhook "limits" denied the request: spec.region: Unsupported value: "mars"'
  const refused = (method: string, status: number, text = message) => {
    const answer = { status, retryAfter: undefined, body: JSON.stringify({ kind: 'Status', message: text }) }
    return refusalError({ doing: 'write a', method, permission: null }, answer)
  }

  test.each([400, 403, 409, 422, 500])('follows the cause of a refused write (%i)', status => {
    const error = refused('PATCH', status)
    expect(error.serverMessage).toBe(message)
    expect(error.message).toMatch(/^Could not write a: .+\. Message of the server: admission webhook .+"mars"\.$/)
    expect(error.because.endsWith(`${message}.`)).toBe(true)
  })

  test('names a missing namespace of a new object, not a missing object', () => {
    expect(refused('POST', 404, 'namespaces "x" not found').because).toContain('namespaces "x" not found')
    expect(refused('PATCH', 404, 'shoots "a" not found').serverMessage).toBeNull()
  })

  test('is left out for a read', () => {
    expect(refused('GET', 403).serverMessage).toBeNull()
  })

  test('is part of the error of a binding write', () => {
    const error = explainError(refused('PATCH', 403), 'write', { kind: 'SecretBinding', namespace: 'g', name: 'a' })
    expect(error.code).toBe('admission')
    expect(error.message.split(message)).toHaveLength(2)
    const invalid = explainError(refused('PATCH', 422), 'write', { kind: 'SecretBinding', namespace: 'g', name: 'a' })
    expect(invalid.message.split(message)).toHaveLength(2)
  })
})
