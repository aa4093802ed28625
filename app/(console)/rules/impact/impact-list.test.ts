import { expect, test } from 'vitest'
import { buildImpactLines } from './impact-list.tsx'

test('returns one line for each impact, including names of another version', () => {
  const counts = [
    { impact: 'loses-eu', clusters: 1, globalAccounts: 1 },
    { impact: 'moved', clusters: 12, globalAccounts: 3 },
    { impact: 'newer', clusters: 2, globalAccounts: 2 },
  ]
  expect(buildImpactLines({ counts, unknown: 4 })).toEqual([
    { name: 'loses-eu', label: 'loses the EU restriction', count: '1 cluster of 1 global account' },
    { name: 'moved', label: 'moves to another pool', count: '12 clusters of 3 global accounts' },
    { name: null, label: 'newer', count: '2 clusters of 2 global accounts' },
    { name: null, label: 'cannot be evaluated', count: '4 clusters' },
  ])
})
