import { expect, test } from 'vitest'
import { formatCasesSummary } from './cases-tab.tsx'

const result = (passed: boolean) => ({ name: 'x', passed, expected: '', actual: '' })

test.each([
  [null, 3, '3 cases, not run.'],
  [[result(true)], 1, 'The case passes.'],
  [[result(true), result(true)], 2, 'All 2 cases pass.'],
  [[result(true), result(false)], 2, '1 of 2 cases fails.'],
  [[result(false), result(false)], 2, '2 of 2 cases fail.'],
])('%j: %s', (results, count, words) => {
  expect(formatCasesSummary(results, count)).toBe(words)
})
