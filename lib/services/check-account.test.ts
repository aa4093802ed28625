import { expect, test } from 'vitest'
import { isDryRunDue } from './check-account.ts'

test('a dry run backs off to one an hour, and confirms a first refusal at once', () => {
  const due = Array.from({ length: 40 }, (_, index) => index + 1).filter(checks =>
    isDryRunDue({ confirmed: true, checks }),
  )
  expect(due).toEqual([1, 2, 4, 8, 12, 24, 36])
  expect(isDryRunDue({ confirmed: false, checks: 3 })).toBe(true)
})
