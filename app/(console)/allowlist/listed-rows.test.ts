import { expect, test } from 'vitest'
import { listedIds } from './listed-rows.ts'

test('new ids stand first, then those taken off, then the rest, each once', () => {
  const known = { b: { accounts: 2, bindings: 2, shoots: 9 } }
  expect(listedIds(['d', 'b', 'a', 'b'], ['*', 'b', 'c'], known)).toEqual([
    { id: 'a', change: 'added', known: null },
    { id: 'd', change: 'added', known: null },
    { id: 'c', change: 'removed', known: null },
    { id: 'b', change: 'kept', known: { accounts: 2, bindings: 2, shoots: 9 } },
  ])
})

test('an id named like a method is not known', () => {
  expect(listedIds(['constructor'], [], {})).toMatchObject([{ known: null }])
})
