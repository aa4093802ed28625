import { expect, test } from 'vitest'
import { changedQuery } from './changed-query.ts'

test.each([
  ['', { q: 'a' }, '?q=a'],
  ['?q=a', { q: '' }, ''],
  ['?sort=name&q=a&tab=yaml', { q: 'b c' }, '?sort=name&q=b+c&tab=yaml'],
  ['?q=a&q=b', { q: 'c' }, '?q=c'],
  ['?x=1', { q: 'state:dirty -shared', x: '' }, '?q=state:dirty+-shared'],
])('%s with %j', (query, changes, expected) => {
  expect(changedQuery(query, new Map(Object.entries(changes)))).toBe(expected)
})
