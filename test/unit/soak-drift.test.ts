import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drift, median } from '../soak/drift.ts'

const line = (values: readonly number[]) => values.map((value, n) => ({ at: n * 5_000, value }))
const straight = (count: number, from: number, to: number) =>
  line(Array.from({ length: count }, (_, n) => from + ((to - from) * n) / (count - 1)))

test.each([
  ['what stays', straight(100, 400, 400), 0],
  ['what grows by a tenth of its middle', straight(101, 380, 420), 0.1],
  ['the same looked at for days', straight(20_001, 380, 420), 0.1],
  ['what shrinks', straight(101, 420, 380), -0.1],
  ['one look', line([400]), 0],
  ['none', [], 0],
])('%s', (_, points, share) => expect(drift(points)).toBeCloseTo(share, 2))

test('a few outliers do not change the drift', () => {
  const noisy = straight(100, 400, 400).map((point, n) => (n % 10 === 9 ? { ...point, value: 900 } : point))
  expect(drift(noisy)).toBe(0)
})

test('drift is relative: it stays the same when all values double', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 50 }), values => {
      expect(drift(line(values.map(value => value * 2)))).toBeCloseTo(drift(line(values)), 9)
    }),
  )
})

test.each([
  [[], 0],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
])('the median of %j', (values, middle) => expect(median(values)).toBe(middle))
