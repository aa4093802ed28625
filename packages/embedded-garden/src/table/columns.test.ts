import { expect, test } from 'vitest'
import { age, humanDuration } from './columns.ts'

const S = 1000
const M = 60 * S
const H = 60 * M
const D = 24 * H

test.each([
  [-2 * S, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [119 * S, '119s'],
  [2 * M, '2m'],
  [2 * M + 5 * S, '2m5s'],
  [10 * M + 59 * S, '10m'],
  [179 * M, '179m'],
  [3 * H, '3h'],
  [3 * H + 20 * M, '3h20m'],
  [8 * H + 59 * M, '8h'],
  [47 * H, '47h'],
  [2 * D + 3 * H, '2d3h'],
  [8 * D + 3 * H, '8d'],
  [729 * D, '729d'],
  [730 * D + 41 * D, '2y41d'],
  [9 * 365 * D, '9y'],
])('%i ms are shown as %s', (ms, text) => {
  expect(humanDuration(ms)).toBe(text)
})

test('an age without a time is unknown', () => {
  expect(age('', new Date(0))).toBe('<unknown>')
})
