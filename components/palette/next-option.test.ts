import { expect, test } from 'vitest'
import { nextOption } from './next-option.ts'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['PageDown', 0, 20, 8],
  ['PageDown', 15, 20, 19],
  ['PageUp', 3, 20, 0],
  ['ArrowDown', 0, 0, null],
  ['Home', 2, 3, null],
  ['a', 2, 3, null],
])('%s at %d of %d', (key, place, count, next) => {
  expect(nextOption(key, place, count)).toBe(next)
})
