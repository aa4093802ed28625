import { expect, test } from 'vitest'
import { listSource } from './table-source.ts'
import { FIRST_LINE, findActiveLine } from './use-row-keys.ts'

const rows = (...names: string[]) => listSource(names, name => name)

test.each([
  ['stays where it is', rows('a', 'b', 'c'), 1],
  ['follows its row down', rows('x', 'y', 'a', 'b', 'c'), 3],
  ['follows its row up', rows('b', 'c'), 0],
  ['keeps its place when its row is gone', rows('a', 'c', 'd'), 1],
  ['moves to the last line of a shorter list', rows('z'), 0],
  ['is nowhere in an empty list', rows(), -1],
])('the active line %s', (_, source, index) => {
  expect(findActiveLine({ index: 1, key: 'b' }, source)).toBe(index)
})

test('an untouched table is at its first line', () => {
  expect(findActiveLine(FIRST_LINE, rows('a', 'b'))).toBe(0)
})
