import { expect, test } from 'vitest'
import { buildListedIds, findUnknownIds } from './listed-ids.tsx'

test('new ids stand first, then those taken off, then the rest, each once', () => {
  const known = { b: { accounts: 2, bindings: 2, shoots: 9 } }
  expect(buildListedIds(['d', 'b', 'a', 'b'], ['*', 'b', 'c'], known)).toEqual([
    { id: 'a', change: 'added', known: null },
    { id: 'd', change: 'added', known: null },
    { id: 'c', change: 'removed', known: null },
    { id: 'b', change: 'kept', known: { accounts: 2, bindings: 2, shoots: 9 } },
  ])
})

test('an id named like a method is not known', () => {
  expect(buildListedIds(['constructor'], [], {})).toMatchObject([{ known: null }])
})

test('what is added and not in the inventory may be a slip; everybody is none', () => {
  const known = { b: { accounts: 2, bindings: 2, shoots: 9 } }
  expect(findUnknownIds(['*', 'b', 'bb', 'constructor'], known)).toEqual(['bb', 'constructor'])
})
