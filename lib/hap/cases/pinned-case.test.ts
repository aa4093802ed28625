import { expect, test } from 'vitest'
import { caseChanges, describeLostCases, type PinnedCase } from './pinned-case.ts'

const pinned = (name: string, rule = 'aws'): PinnedCase => ({
  name,
  request: { plan: 'aws', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' },
  expected: { kind: 'rule', rule },
})

test('names removed, added and changed cases', () => {
  const changes = caseChanges(
    [pinned('a'), pinned('b'), pinned('c')],
    [pinned('d'), pinned('c', 'aws -> S'), pinned('a')],
  )
  expect(changes).toEqual({ removed: ['b'], changed: ['c'], added: ['d'] })
  expect(describeLostCases(changes)).toBe('1 pinned case removed: "b". 1 pinned case changed: "c".')
})

test('another order is not a change', () => {
  const changes = caseChanges([pinned('a'), pinned('b')], [pinned('b'), pinned('a')])
  expect(changes).toEqual({ removed: [], changed: [], added: [] })
  expect(describeLostCases(changes)).toBe('')
})

test('of many, the first are named', () => {
  const names = Array.from({ length: 7 }, (_, index) => `case ${index}`)
  expect(describeLostCases({ removed: names, changed: [] })).toBe(
    '7 pinned cases removed: "case 0", "case 1", "case 2", "case 3", "case 4" and 2 more.',
  )
})
