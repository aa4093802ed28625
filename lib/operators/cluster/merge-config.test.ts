import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, mergeConfig } from './merge-config.ts'

const anyMapping = fc.dictionary(fc.string(), fc.jsonValue())

test.each([
  ['merges mappings', { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
  ['replaces lists', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['replaces a value by a mapping', { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['takes a field away by null', { a: { b: 1 }, c: 2 }, { a: { b: null }, c: null }, { a: {} }],
  ['leaves no null behind', {}, { a: { b: null } }, { a: {} }],
])('%s', (_, base, over, expected) => {
  expect(mergeConfig(base, over)).toEqual(expected)
})

test('is idempotent and does not change the base', () => {
  fc.assert(
    fc.property(anyMapping, anyMapping, (base, over) => {
      const before = structuredClone(base)
      const merged = mergeConfig(base, over)
      expect(mergeConfig(merged, over)).toEqual(merged)
      expect(base).toEqual(before)
    }),
  )
})

test.each([
  ['more fields', { a: 1, b: 2 }, { a: 1 }, true],
  ['a missing field', { b: 2 }, { a: 1 }, false],
  ['another value', { a: 2 }, { a: 1 }, false],
  ['a list in another order', { a: [2, 1] }, { a: [1, 2] }, false],
  ['a longer list', { a: [1, 2] }, { a: [1] }, false],
  ['an item filled in', { a: [{ type: 'x', b: 1 }] }, { a: [{ type: 'x' }] }, true],
  ['more named items', [{ name: 'w' }, { name: 'v', b: 1 }], [{ name: 'v' }], true],
  ['a named item that is missing', [{ name: 'w' }], [{ name: 'v' }], false],
  ['an undefined value', undefined, {}, false],
  ['something instead of a list', { a: 'x' }, { a: ['x'] }, false],
])('%s', (_, has, wanted, expected) => {
  expect(covers(has, wanted)).toBe(expected)
})

test('any configuration covers itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(covers(structuredClone(value), value)).toBe(true)
    }),
  )
})
