import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutTo } from './event-recorder.ts'

test.each([
  ['short', 10, 'short'],
  ['exactly-10', 10, 'exactly-10'],
  ['longer than ten', 10, 'longer …'],
  ['ääääää', 10, 'äää…'],
  ['a😀😀', 8, 'a😀…'],
  ['a😀😀', 7, 'a…'],
])('truncates %s to %d bytes', (text, bytes, expected) => {
  expect(cutTo(text, bytes)).toBe(expected)
})

test('never exceeds the limit or splits a character', () => {
  // The replacement character may also occur in a text.
  const whole = fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\uFFFD'))
  fc.assert(
    fc.property(whole, fc.integer({ min: 3, max: 60 }), (text, bytes) => {
      const cut = cutTo(text, bytes)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes)
      expect(cut).not.toContain('\uFFFD')
      expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true)
    }),
  )
})
