import { expect, test } from 'vitest'
import { missingReason } from './reason-fields.tsx'

test.each([
  ['', 'Enter a reason first.'],
  [' \n', 'Enter a reason first.'],
  ['\u200b \u2060', 'Enter a reason first.'],
  ['quota', null],
  [` ${'x'.repeat(1_000)} `, null],
  ['x'.repeat(1_001), 'Shorten the reason to 1,000 characters first.'],
])('%j: %j', (reason, obstacle) => {
  expect(missingReason(reason)).toBe(obstacle)
})
