import { expect, test } from 'vitest'
import { applyChanges, changeParameter, dropPendingChanges, pendingQuery } from './pending-changes.ts'

test('applies a pending change to the query until it is dropped', () => {
  changeParameter('pr', 'cf-eu11', false)
  expect(pendingQuery('?plan=aws&pr=cf')).toBe('?plan=aws&pr=cf-eu11')
  changeParameter('pr', '', false)
  expect(pendingQuery('?pr=cf')).toBe('')
  dropPendingChanges()
  expect(pendingQuery('?pr=cf')).toBe('?pr=cf')
})

test.each([
  ['', { q: 'a' }, '?q=a'],
  ['?q=a', { q: '' }, ''],
  ['?sort=name&q=a&tab=yaml', { q: 'b c' }, '?sort=name&q=b+c&tab=yaml'],
  ['?q=a&q=b', { q: 'c' }, '?q=c'],
  ['?x=1', { q: 'state:dirty -shared', x: '' }, '?q=state:dirty+-shared'],
])('%s with %j', (query, changes, expected) => {
  expect(applyChanges(query, new Map(Object.entries(changes)))).toBe(expected)
})
