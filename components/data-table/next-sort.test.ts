import { expect, test } from 'vitest'
import { nextSort } from './next-sort.ts'

test.each([
  ['asc', false, true],
  ['desc', true, false],
] as const)('clicks on a column that begins with %s', (first, once, twice) => {
  const other = { id: 'name', desc: true }
  expect(nextSort(null, 'shoots', first)).toEqual({ id: 'shoots', desc: once })
  expect(nextSort(other, 'shoots', first)).toEqual({ id: 'shoots', desc: once })
  expect(nextSort({ id: 'shoots', desc: once }, 'shoots', first)).toEqual({ id: 'shoots', desc: twice })
  expect(nextSort({ id: 'shoots', desc: twice }, 'shoots', first)).toBeNull()
})
