import { expect, test } from 'vitest'
import { cutHunks } from './cut-hunks.ts'
import { hunksOf, lineDiff } from './line-diff.ts'

const HUNKS = hunksOf(lineDiff('a\nb\nc\nd\ne\n', 'x\nb\nc\nd\ny\n'), 0)

test.each([
  [9, 4, 0],
  [4, 4, 0],
  [3, 3, 1],
  [2, 2, 2],
  [1, 1, 3],
  [0, 0, 4],
])('of at most %i lines has %i, and %i are left out', (most, shown, more) => {
  const { hunks, moreLines } = cutHunks(HUNKS, most)
  expect(hunks.flatMap(({ lines }) => lines)).toEqual(HUNKS.flatMap(({ lines }) => lines).slice(0, shown))
  expect(hunks.every(({ lines }) => lines.length > 0)).toBe(true)
  expect(moreLines).toBe(more)
})
