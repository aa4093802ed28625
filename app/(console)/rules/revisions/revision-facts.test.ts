import { expect, test } from 'vitest'
import { formatCaseSummary, formatChangeSummary } from './revision-facts.tsx'

test.each([
  [{ added: 1, removed: 0, changed: 2 }, 'Rules: 1 added, 2 changed; 12 rules.'],
  [{ added: 0, removed: 0, changed: 0 }, 'No rule changes; 12 rules.'],
])('formats %j as %s', (changed, words) => {
  expect(formatChangeSummary({ changed, rules: 12 })).toBe(words)
})

test.each([
  [{ passed: 0, failed: 0 }, null, null],
  [{ passed: 2, failed: 0 }, null, '2 cases passed.'],
  [{ passed: 1, failed: 1 }, 'outdated', '1 of 2 cases failed, overridden: outdated'],
])('formats the cases %j as %s', (cases, overrideReason, words) => {
  expect(formatCaseSummary({ cases, overrideReason })).toBe(words)
})
