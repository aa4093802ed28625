import { expect, test } from 'vitest'
import { getLastError } from './use-last-error.ts'

const broken = new Error('broken')
const kept = { of: 'a', error: broken }

test.each([
  ['stays while it is tried again', { of: 'a', data: undefined, error: null }, broken],
  ['goes with an answer', { of: 'a', data: [], error: null }, null],
  ['not for another query', { of: 'b', data: undefined, error: null }, null],
])('shows an error %s', (_, asked, expected) => {
  expect(getLastError(kept, asked)).toBe(expected)
})

test('returns a new error, also with older data', () => {
  const other = new Error('other')
  expect(getLastError(kept, { of: 'a', data: [], error: other })).toBe(other)
})
