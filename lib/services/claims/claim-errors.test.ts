import { expect, test } from 'vitest'
import { unknownClaim } from './claim-errors.ts'

test.each([
  ['xyz', 'There is no claim xyz. '],
  ['two words', 'There is no such claim. '],
  ['\0', 'There is no such claim. '],
  ['x'.repeat(65), 'There is no such claim. '],
])('a missing claim: %j', (id, words) => {
  const { status, message } = unknownClaim(id)
  expect([status, message]).toEqual([404, expect.stringMatching(/"hap claim" prints it.* Audit\.$/)])
  expect(message.startsWith(words)).toBe(true)
})
