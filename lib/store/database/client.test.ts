import { expect, test } from 'vitest'
import { StatementNames } from './client.ts'

const NAME = /^hap_[0-9a-f]{32}$/

const times = (names: StatementNames, sql: string, count: number) =>
  Array.from({ length: count }, () => names.nameOf(sql))

test('names a statement after several runs and keeps the name', () => {
  const names = new StatementNames()
  const [a, b, c, d, name, again] = times(names, 'SELECT 1', 6)
  expect([a, b, c, d]).toEqual(['', '', '', ''])
  expect(name).toMatch(NAME)
  expect(again).toBe(name)
  expect(times(names, 'SELECT 2', 5).at(-1)).toMatch(NAME)
})

test('derives the same name in each client of a session', () => {
  expect(times(new StatementNames(), 'SELECT 1', 5).at(-1)).toBe(times(new StatementNames(), 'SELECT 1', 5).at(-1))
})

test('creates at most 100 names', () => {
  const names = new StatementNames()
  const given = Array.from({ length: 5_000 }, (_, n) => times(names, `SELECT ${n}`, 6).at(-1))
  expect(new Set(given.filter(name => name !== '')).size).toBe(100)
  expect(names.nameOf('SELECT 0')).toMatch(NAME)
})

test('names a frequent statement after many rare ones', () => {
  const names = new StatementNames()
  for (let n = 0; n < 5_000; n++) names.nameOf(`SELECT ${n}`)
  expect(times(names, 'SELECT often', 5).at(-1)).toMatch(NAME)
})
