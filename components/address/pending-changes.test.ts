import { expect, test } from 'vitest'
import { changeParameter, dropPendingChanges, pendingQuery } from './pending-changes.ts'

test('what was typed belongs to the address before it is written, until it is dropped', () => {
  changeParameter('pr', 'cf-eu11', false)
  expect(pendingQuery('?plan=aws&pr=cf')).toBe('?plan=aws&pr=cf-eu11')
  changeParameter('pr', '', false)
  expect(pendingQuery('?pr=cf')).toBe('')
  dropPendingChanges()
  expect(pendingQuery('?pr=cf')).toBe('?pr=cf')
})
