import { expect, test } from 'vitest'
import { formatSort, parseSort } from './sort-text.ts'

const COLUMNS = [{ id: 'name', sort: 'asc' }, { id: 'shoots', sort: 'desc' }, { id: 'notes' }]

test.each(['name', '-name', 'shoots', '-shoots'])('%s is read and written', text => {
  expect(formatSort(parseSort(text, COLUMNS))).toBe(text)
})

test.each(['', '-', '--name', 'notes', 'Name', 'toString', 'name,shoots'])('%j means the default order', text => {
  expect(parseSort(text, COLUMNS)).toBeNull()
  expect(formatSort(null)).toBe('')
})
