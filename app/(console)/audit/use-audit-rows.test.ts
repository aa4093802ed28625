import { expect, test } from 'vitest'
import type { SearchError } from '#lib/search/term.ts'
import { noExportReason } from './use-audit-rows.ts'

const ERROR: SearchError = { code: 'not-a-time', message: 'no time', range: { start: 0, end: 1 } }

test.each([
  [null, 'The list has not loaded yet.'],
  [{ hits: 0, errors: [ERROR] }, 'Invalid search.'],
  [{ hits: 0, errors: [] }, 'Nothing to export.'],
  [{ hits: 99_999, errors: [] }, null],
  [{ hits: 100_000, errors: [] }, 'A file is limited to 100,000 actions. Narrow the time range.'],
])('the export of %o is disabled with the reason: %s', (first, reason) => {
  expect(noExportReason(first)).toBe(reason)
})
