import { expect, test } from 'vitest'
import { formatHitsOfAll, formatSummary } from './list-labels.ts'

const WORDS = { page: 'audit', title: 'Audit', noun: 'action', countedTo: { of: 100_000, hits: 2_000 } } as const

test.each([
  [{ hits: 1, of: 1 }, '1 action', '1 of 1 action'],
  [{ hits: 12, of: 1_234 }, '12 of 1,234 actions', '12 of 1,234 actions'],
  [{ hits: 0, of: 5 }, '0 of 5 actions', '0 of 5 actions'],
  [{ hits: 100_000, of: 100_000 }, '100,000 or more actions', '100,000 or more of 100,000 or more actions'],
  [{ hits: 7, of: 100_000 }, '7 of 100,000 or more actions', '7 of 100,000 or more actions'],
  [{ hits: 2_000, of: 2_001 }, '2,000 or more of 2,001 actions', '2,000 or more of 2,001 actions'],
  [{ hits: 2_000, of: 2_000 }, '2,000 actions', '2,000 of 2,000 actions'],
  [{ hits: 30_000, of: 30_000 }, '30,000 actions', '30,000 of 30,000 actions'],
])('formats %o as %s, and with a search as %s', (counts, summary, hits) => {
  expect(formatSummary(WORDS, counts)).toBe(summary)
  expect(formatHitsOfAll(WORDS, counts)).toBe(hits)
})

test('formats exact counts without "or more"', () => {
  const { countedTo, ...whole } = WORDS
  expect(formatSummary(whole, { hits: 100_000, of: 100_000 })).toBe('100,000 actions')
})
