import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['', 3, ''],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['a😀b', 3, 'a😀'],
])('%s cut to %i is %s', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})
