import { expect, test } from 'vitest'
import { impactLines } from './impact-list.tsx'

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
