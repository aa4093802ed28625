import { expect, test } from 'vitest'
import { isExhausted } from './is-exhausted.ts'

test.each([
  [3, 'exhausted', null, true],
  [0, 'only-queue', 1, true],
  [0, 'no-binding', 2, true],
  [0, 'no-binding', 0, false],
  [0, 'no-binding', null, false],
  [3, null, 5, false],
])('with %i accounts, the problem %s and %s claims that wait: %s', (accounts, problem, waiting, exhausted) => {
  expect(isExhausted({ accounts, problem, waiting })).toBe(exhausted)
})
