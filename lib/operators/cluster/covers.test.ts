import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers } from './covers.ts'

test.each([
  ['more fields', { a: 1, b: 2 }, { a: 1 }, true],
  ['a missing field', { b: 2 }, { a: 1 }, false],
  ['another value', { a: 2 }, { a: 1 }, false],
  ['a list in another order', { a: [2, 1] }, { a: [1, 2] }, false],
  ['a longer list', { a: [1, 2] }, { a: [1] }, false],
  ['an item filled in', { a: [{ type: 'x', b: 1 }] }, { a: [{ type: 'x' }] }, true],
  ['more named items', [{ name: 'w' }, { name: 'v', b: 1 }], [{ name: 'v' }], true],
  ['a named item that is missing', [{ name: 'w' }], [{ name: 'v' }], false],
  ['nothing at all', undefined, {}, false],
  ['something instead of a list', { a: 'x' }, { a: ['x'] }, false],
])('%s', (_, has, wanted, expected) => {
  expect(covers(has, wanted)).toBe(expected)
})

test('everything covers itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(covers(structuredClone(value), value)).toBe(true)
    }),
  )
})
