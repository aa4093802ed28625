import { describe, expect, test } from 'vitest'
import { fingerprintOf, jobIdOf, parseJob } from './job-input.ts'

const TARGET = { kind: 'CredentialsBinding', name: 'aws-1', seenVersion: '7' }
const JOB = { action: 'hold', targets: [TARGET], reason: ' why ' }

test('a job is parsed without optional fields', () => {
  expect(parseJob(JOB)).toEqual({ ...JOB, reason: 'why', ticket: null, until: null, retryOf: null })
  expect(parseJob({ ...JOB, ticket: ' ', until: '2100-01-01T00:00:00Z' })).toMatchObject({
    ticket: null,
    until: '2100-01-01T00:00:00.000Z',
  })
})

describe('rejects', () => {
  test.each<[string, unknown, RegExp]>([
    ['nothing', null, /^job: must be an object$/],
    ['no target', { ...JOB, targets: [] }, /at least one/],
    ['a target twice', { ...JOB, targets: [TARGET, { ...TARGET, seenVersion: '8' }] }, /named twice/],
    ['an invalid name', { ...JOB, targets: [{ ...TARGET, name: 'a=b,c' }] }, /targets\[0\].name: must be the name/],
    ['a target without its version', { ...JOB, targets: [{ ...TARGET, seenVersion: '' }] }, /seenVersion/],
    ['an invalid version', { ...JOB, targets: [{ ...TARGET, seenVersion: '\0' }] }, /seenVersion/],
    ['more than it takes', { ...JOB, targets: [{ ...TARGET, namespace: 'other' }] }, /namespace/],
    ['another action', { ...JOB, action: 'delete' }, /action/],
    ['no reason', { ...JOB, reason: '  ' }, /a reason is required/],
    ['a reason of two lines', { ...JOB, reason: 'a\nb' }, /one line/],
    [
      'an end for an action without one',
      { ...JOB, action: 'release', until: '2100-01-01T00:00:00Z' },
      /only allowed for hold/,
    ],
    ['something besides', { ...JOB, force: true }, /force/],
  ])('%s', (_, input, message) => {
    expect(() => parseJob(input)).toThrow(message)
  })
})

test('a key identifies one job of one user', () => {
  expect(jobIdOf('a', 'k')).toMatch(/^[\w-]{22}$/)
  expect(jobIdOf('a', 'k')).toBe(jobIdOf('a', 'k'))
  expect(jobIdOf('b', 'k')).not.toBe(jobIdOf('a', 'k'))
  for (const key of [null, '', 'two words', 'ä', 'x'.repeat(201)])
    expect(() => jobIdOf('a', key)).toThrow(/Idempotency-Key/)
})

test('other orders have other fingerprints', () => {
  const order = parseJob(JOB)
  expect(fingerprintOf(order)).toBe(fingerprintOf(parseJob({ ...JOB })))
  expect(fingerprintOf({ ...order, reason: 'else' })).not.toBe(fingerprintOf(order))
})
