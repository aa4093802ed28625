import { expect, test } from 'vitest'
import { formatSort, getNextSort, parseSort } from './column.ts'

test.each([
  ['asc', false, true],
  ['desc', true, false],
] as const)('clicks on a column with the default order %s', (first, once, twice) => {
  const other = { id: 'name', desc: true }
  expect(getNextSort(null, 'shoots', first)).toEqual({ id: 'shoots', desc: once })
  expect(getNextSort(other, 'shoots', first)).toEqual({ id: 'shoots', desc: once })
  expect(getNextSort({ id: 'shoots', desc: once }, 'shoots', first)).toEqual({ id: 'shoots', desc: twice })
  expect(getNextSort({ id: 'shoots', desc: twice }, 'shoots', first)).toBeNull()
})

const COLUMNS = [{ id: 'name', sort: 'asc' }, { id: 'shoots', sort: 'desc' }, { id: 'notes' }]

test.each(['name', '-name', 'shoots', '-shoots'])('parses and formats %s', text => {
  expect(formatSort(parseSort(text, COLUMNS))).toBe(text)
})

test.each(['', '-', '--name', 'notes', 'Name', 'toString', 'name,shoots'])('%j means the default order', text => {
  expect(parseSort(text, COLUMNS)).toBeNull()
  expect(formatSort(null)).toBe('')
})
