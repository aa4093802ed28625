import { expect, test } from 'vitest'
import { buildListedIds, findUnknownIds } from './listed-ids.tsx'

test('lists added ids first, then removed ones, then the others, each once', () => {
  const known = { b: { accounts: 2, bindings: 2, shoots: 9 } }
  expect(buildListedIds(['d', 'b', 'a', 'b'], ['*', 'b', 'c'], known)).toEqual([
    { id: 'a', change: 'added', known: null },
    { id: 'd', change: 'added', known: null },
    { id: 'c', change: 'removed', known: null },
    { id: 'b', change: 'kept', known: { accounts: 2, bindings: 2, shoots: 9 } },
  ])
})

test('an id named like an object method is unknown', () => {
  expect(buildListedIds(['constructor'], [], {})).toMatchObject([{ known: null }])
})

test('returns added ids that the inventory lacks, except *', () => {
  const known = { b: { accounts: 2, bindings: 2, shoots: 9 } }
  expect(findUnknownIds(['*', 'b', 'bb', 'constructor'], known)).toEqual(['bb', 'constructor'])
})
