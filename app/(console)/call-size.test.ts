import { expect, test } from 'vitest'
import { sizeRefusal } from './call-size.ts'

test('accepts input up to the size limit', () => {
  expect(sizeRefusal({ document: 'x'.repeat(1_000_000), cases: 'y'.repeat(990_000) }, 'The rules')).toBeNull()
})

test.each([
  ['letters', 'x'.repeat(2_000_000), '2.00'],
  ['letters of several bytes', 'ü'.repeat(1_000_000), '2.00'],
  ['line ends, which take two each', '\n'.repeat(1_100_000), '2.20'],
])('counts %s by their serialized size', (_, text, size) => {
  expect(sizeRefusal(text, 'The rules and the cases')).toBe(
    `The rules and the cases take ${size} MB together; 2 MB can be sent at once. Shorten one of them, comments for instance.`,
  )
})
