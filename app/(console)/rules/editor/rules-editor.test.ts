import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeReplacement } from './rules-editor.ts'

test.each([
  ['aws\ngcp\n', 'aws\naws_x\ngcp\n', { from: 4, to: 4, insert: 'aws_x\n' }],
  ['aws', 'aws', { from: 3, to: 3, insert: '' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['', 'aws', { from: 0, to: 0, insert: 'aws' }],
])('from %j to %j', (before, after, expected) => {
  expect(computeReplacement(before, after)).toEqual(expected)
})

test('applying the replacement to the old text gives the new text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(apply(before, computeReplacement(before, after))).toBe(after)
    }),
  )
})

function apply(text: string, { from, to, insert }: ReturnType<typeof computeReplacement>): string {
  return text.slice(0, from) + insert + text.slice(to)
}
