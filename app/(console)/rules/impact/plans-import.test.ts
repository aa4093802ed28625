import { expect, test } from 'vitest'
import { formatUnknownNames } from './plans-import.tsx'

const none = { lines: 0, first: [] }

test('returns null when every name is known', () => {
  expect(formatUnknownNames({ clusters: none, plans: none, platformRegions: none })).toBeNull()
})

test('reports unknown names with the number of lines and the first values', () => {
  const clusters = { lines: 1_200, first: ['c-2', 'c-3', 'c-4'] }
  expect(formatUnknownNames({ clusters, plans: { lines: 1, first: ['awsx'] }, platformRegions: none })).toBe(
    '1,200 lines name no known cluster (c-2, c-3, c-4, …). 1 line names no known plan (awsx).',
  )
})
