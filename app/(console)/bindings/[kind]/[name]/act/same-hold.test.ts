import { expect, test } from 'vitest'
import { isSameHold } from './same-hold.ts'

const END = '2026-11-21T10:00:00Z'
const HOLD = { reason: 'quota', until: END }

test.each([
  [true, HOLD, { reason: ' quota ', until: '2026-11-21T10:00:00.000Z' }],
  [true, { ...HOLD, until: null }, { reason: 'quota', until: null }],
  [false, HOLD, { reason: 'quota, still', until: END }],
  [false, HOLD, { reason: 'quota', until: null }],
  [false, { ...HOLD, until: null }, { reason: 'quota', until: END }],
  [false, { ...HOLD, until: null }, { reason: 'quota', until: undefined }],
  [false, null, { reason: '', until: null }],
])('%j: the hold %j and the form %j', (same, hold, form) => {
  expect(isSameHold(hold, form)).toBe(same)
})
