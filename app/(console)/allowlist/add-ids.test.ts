import { expect, test } from 'vitest'
import { quoteInvalidId } from './add-ids.tsx'

test.each([
  ['a=b', '“a=b”'],
  ['bad value!', '“bad value!”'],
  ['bad\u00a0value!', '“bad\\u00a0value!”'],
  ['ga\u200b1', '“ga\\u200b1”'],
  ['x'.repeat(64), `“${'x'.repeat(47)}…”`],
])('formats the invalid id %j as %s', (text, shown) => {
  expect(quoteInvalidId(text)).toBe(shown)
})
