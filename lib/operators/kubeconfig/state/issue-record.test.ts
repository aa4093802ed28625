import { expect, test } from 'vitest'
import { annotationsOf, newRecord, readRecord } from './issue-record.ts'

const KEPT = {
  ...newRecord('u'),
  issue: 2,
  retiring: [{ issue: 1, at: 5 }],
  revocation: { since: 1, removedAt: null, done: null },
}

const changed = (change: object) =>
  Object.fromEntries(Object.keys(annotationsOf(KEPT)).map(key => [key, JSON.stringify({ ...KEPT, ...change })]))

test('reads a written record, and adds missing fields to an old one', () => {
  expect(readRecord(annotationsOf(KEPT), 'u')).toEqual(KEPT)
  expect(readRecord(changed({ way: undefined }), 'u')).toEqual(KEPT)
  expect(readRecord(changed({}), 'another')).toBeNull()
})

test.each([
  ['issues that are no list', { retiring: null }],
  ['an issue without a time', { retiring: [{ issue: 1, at: '5' }] }],
  ['a kubeconfig without an end', { issued: {} }],
  ['a revocation without a begin', { revocation: {} }],
  ['an invalid proof', { revocation: { since: 1, removedAt: null, done: true } }],
  ['an unknown proof', { revocation: { since: 1, removedAt: null, done: { at: 1, proof: 'trust-me' } } }],
  ['a time after all calendars', { retiring: [{ issue: 1, at: 8.64e15 }] }],
  ['an invalid number', { issue: 'x' }],
])('a record with %s counts as missing', (_, change) => {
  expect(readRecord(changed(change), 'u')).toBeNull()
})
