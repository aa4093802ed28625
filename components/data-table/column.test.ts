import { describe, expect, test } from 'vitest'
import {
  type Column,
  defaultColumns,
  formatColumns,
  formatSort,
  getNextSort,
  parseColumns,
  parseSort,
  shownColumns,
} from './column.ts'

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

const cell = () => null
const CHOICE_COLUMNS: readonly Column<string>[] = [
  { id: 'name', header: 'Name', cell },
  { id: 'kind', header: 'Kind', cell, priority: 2, narrow: 'hidden' },
  { id: 'state', header: 'State', cell, narrow: 'aside' },
  { id: 'for', header: 'For', cell, priority: 3 },
  { id: 'age', header: 'Age', cell, priority: 4 },
  { id: 'eu', header: 'EU', cell, extra: true },
]
const ALL = ['name', 'kind', 'state', 'for', 'age']

describe('a `cols` parameter selects', () => {
  test.each([
    ['', null],
    ['nonsense', null],
    [',,', null],
    ['<script>', null],
    ['name', ['name']],
    ['state', ['name', 'state']],
    ['eu,state,name', ['name', 'state', 'eu']],
    ['state,nonsense,state', ['name', 'state']],
    ['State', null],
    [ALL.join(','), ALL],
    [`${'x'.repeat(10_000)},age`, ['name', 'age']],
  ])('%s', (text, ids) => {
    const asked = parseColumns(text, CHOICE_COLUMNS)
    expect(asked && [...asked]).toEqual(ids)
  })
})

test('formats a choice in the order of the table, and parses it back', () => {
  const text = formatColumns(new Set(['eu', 'name', 'for']), CHOICE_COLUMNS, new Set(ALL))
  expect(text).toBe('name,for,eu')
  expect([...(parseColumns(text, CHOICE_COLUMNS) ?? [])]).toEqual(['name', 'for', 'eu'])
})

test('omits the default columns from the address, and writes all columns where some are hidden by default', () => {
  expect(formatColumns(new Set(ALL), CHOICE_COLUMNS, new Set(ALL))).toBe('')
  expect(formatColumns(new Set(ALL), CHOICE_COLUMNS, new Set(['name', 'state']))).toBe(ALL.join(','))
})

describe('the default columns fit the width', () => {
  test.each([
    [1440, ALL],
    [1179, ['name', 'kind', 'state', 'for']],
    [1049, ['name', 'kind', 'state']],
    [749, ['name', 'state']],
    [null, ['name', 'kind', 'state']],
  ])('%s pixels', (width, ids) => {
    expect([...defaultColumns(CHOICE_COLUMNS, width)]).toEqual(ids)
  })
})

test('chosen columns stay in a narrow frame, in a block with their name', () => {
  expect(shownColumns(CHOICE_COLUMNS, null).map(({ id }) => id)).toEqual(ALL)
  expect(shownColumns(CHOICE_COLUMNS, new Set(['name', 'kind', 'age', 'eu']))).toMatchObject([
    { id: 'name', priority: 1 },
    { id: 'kind', priority: 1, narrow: 'hidden' },
    { id: 'age', priority: 1, narrow: 'line', narrowLabel: true },
    { id: 'eu', priority: 1, narrow: 'line', narrowLabel: true },
  ])
})
