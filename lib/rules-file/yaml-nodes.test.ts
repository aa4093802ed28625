import { expect, test } from 'vitest'
import { lineStart } from './yaml-nodes.ts'

test.each([
  ['\na', 0, 0],
  ['\na', 1, 1],
  ['\na', 2, 1],
  ['a\nb', 1, 0],
  ['a\nb', 3, 2],
  ['', 0, 0],
])('the line of %j at %i begins at %i', (text, at, start) => {
  expect(lineStart(text, at)).toBe(start)
})
