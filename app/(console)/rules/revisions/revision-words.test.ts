import { expect, test } from 'vitest'
import { caseSummary, changeSummary, impactLines } from './revision-words.ts'

test.each([
  [{ added: 1, removed: 0, changed: 2 }, 'Rules: 1 added, 2 changed; 12 rules.'],
  [{ added: 0, removed: 0, changed: 0 }, 'No rule changed; 12 rules.'],
])('%j reads %s', (changed, words) => {
  expect(changeSummary({ changed, rules: 12 })).toBe(words)
})

test.each([
  [{ passed: 0, failed: 0 }, null, null],
  [{ passed: 2, failed: 0 }, null, '2 cases held.'],
  [{ passed: 1, failed: 1 }, 'outdated', '1 of 2 cases failed, overridden: outdated'],
])('cases %j read %s', (cases, overrideReason, words) => {
  expect(caseSummary({ cases, overrideReason })).toBe(words)
})

test('what was foreseen has a line each, also for what another version called it', () => {
  const counts = [
    { impact: 'loses-eu', clusters: 1, globalAccounts: 1 },
    { impact: 'moved', clusters: 12, globalAccounts: 3 },
    { impact: 'newer', clusters: 2, globalAccounts: 2 },
  ]
  expect(impactLines({ counts, unknown: 4 })).toEqual([
    { name: 'loses-eu', words: 'loses the EU restriction', count: '1 cluster of 1 global account' },
    { name: 'moved', words: 'moves to another pool', count: '12 clusters of 3 global accounts' },
    { name: null, words: 'newer', count: '2 clusters of 2 global accounts' },
    { name: null, words: 'cannot be evaluated', count: '4 clusters' },
  ])
})
