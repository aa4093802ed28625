import { expect, test } from 'vitest'
import type { SearchError } from '#lib/search/term.ts'
import { noExportReason, summaryText } from './audit-words.ts'

test.each([
  [{ hits: 1, of: 1 }, '1 action'],
  [{ hits: 12, of: 1_234 }, '12 of 1,234 actions'],
  [{ hits: 0, of: 5 }, '0 of 5 actions'],
  [{ hits: 100_000, of: 100_000 }, '100,000 or more actions'],
  [{ hits: 7, of: 100_000 }, '7 of 100,000 or more actions'],
])('%o is said as %s', (totals, words) => {
  expect(summaryText(totals)).toBe(words)
})

const ERROR: SearchError = { code: 'not-a-time', message: 'no time', range: { start: 0, end: 1 } }

test.each([
  [null, 'The list has not loaded yet.'],
  [{ hits: 0, errors: [ERROR] }, 'The search has an error.'],
  [{ hits: 0, errors: [] }, 'There is nothing to export.'],
  [{ hits: 99_999, errors: [] }, null],
  [{ hits: 100_000, errors: [] }, '100,000 actions or more are too many for one file. Narrow the time range.'],
])('%o can be exported, or says why not: %s', (first, reason) => {
  expect(noExportReason(first)).toBe(reason)
})
