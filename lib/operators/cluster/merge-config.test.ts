import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeConfig } from './merge-config.ts'

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

test('done twice changes nothing more, and the base stays as it is', () => {
  fc.assert(
    fc.property(anyMapping, anyMapping, (base, over) => {
      const before = structuredClone(base)
      const merged = mergeConfig(base, over)
      expect(mergeConfig(merged, over)).toEqual(merged)
      expect(base).toEqual(before)
    }),
  )
})
