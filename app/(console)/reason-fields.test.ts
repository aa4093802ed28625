import { expect, test } from 'vitest'
import { missingReason } from './reason-fields.tsx'

test.each([
  ['', 'A reason is required.'],
  [' \n', 'A reason is required.'],
  ['\u200b \u2060', 'A reason is required.'],
  ['quota', null],
  [` ${'x'.repeat(1_000)} `, null],
  ['x'.repeat(1_001), 'Shorten the reason to 1,000 characters.'],
])('%j: %j', (reason, obstacle) => {
  expect(missingReason(reason)).toBe(obstacle)
})
