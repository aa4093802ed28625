import { expect, test, vi } from 'vitest'
import { lastAnswer } from './last-answer.ts'

test('computes again only when asked something else', () => {
  const compute = vi.fn((a: object, b: number) => ({ a, b }))
  const answer = lastAnswer(compute)
  const one = {}
  expect(answer(one, 1)).toBe(answer(one, 1))
  expect(compute).toHaveBeenCalledTimes(1)
  expect(answer(one, 2)).toEqual({ a: one, b: 2 })
  answer({}, 2)
  expect(compute).toHaveBeenCalledTimes(3)
})
