import { expect, test } from 'vitest'
import { isDeeper } from './validate-cluster.ts'

const nested = (levels: number) => JSON.parse('{"a":['.repeat(levels) + ']}'.repeat(levels))

test.each([
  ['a text', 'a', 0, false],
  ['an empty mapping', {}, 0, false],
  ['a mapping of texts', { a: 'b' }, 0, true],
  ['a mapping of texts with room for it', { a: 'b' }, 1, false],
  ['lists within mappings', nested(5), 9, false],
  ['one level more', nested(5), 8, true],
  ['more than any stack has', nested(5_000), 50, true],
])('%s', (_, value, most, expected) => {
  expect(isDeeper(value, most)).toBe(expected)
})
