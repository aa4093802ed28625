import { expect, test } from 'vitest'
import { isMassDisappearance } from './mass-disappearance.ts'

test.each([
  [10, 10, true],
  [20, 10, true],
  [21, 10, false],
  [9, 9, false],
  [600, 300, true],
  [600, 299, false],
  [0, 0, false],
])('of %i objects %i disappear: %s', (known, gone, expected) => {
  expect(isMassDisappearance({ known, gone })).toBe(expected)
})
