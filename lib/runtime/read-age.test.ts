import { expect, test } from 'vitest'
import { ReadAge } from './read-age.ts'

test('a response has the age of its request, and does not replace the response to a later one', () => {
  let now = 0
  const age = new ReadAge(1_000, () => now)
  expect([age.isKnown, age.staleSeconds()]).toEqual([false, null])
  const slow = age.begin()
  now = 500
  const quick = age.begin()
  expect(age.finish(quick)).toBe(true)
  expect(age.finish(slow)).toBe(false)
  now = 1_500
  expect(age.staleSeconds()).toBeNull()
  now = 3_500
  expect(age.staleSeconds()).toBe(3)
})
