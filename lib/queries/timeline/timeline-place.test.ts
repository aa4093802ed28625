import { expect, test } from 'vitest'
import { formatPlace, parsePlace, TIMELINE_START } from './timeline-place.ts'

test.each([
  TIMELINE_START,
  { state: 7n, action: null, claim: { at: '2026-11-21T10:00:00.000Z', id: 'c-1', what: 'released' } },
  { state: 999_999_999_999_999_999n, action: 3n, claim: null },
])('%o is read as it was written', place => {
  expect(parsePlace(formatPlace(place))).toEqual(place)
})

test.each([
  '',
  'null',
  'e30',
  '%%',
  'eyJzdGF0ZSI6LTF9',
  Buffer.from('{"state":"x","action":null,"claim":null}').toString('base64url'),
  formatPlace({ state: null, action: null, claim: { at: '2026-11-21T10:00:00.000Z', id: '\0', what: 'claimed' } }),
])('%j is no place', text => {
  expect(parsePlace(text)).toBeNull()
})
