import { expect, test } from 'vitest'
import { createRangeExtractor } from './use-table-window.ts'

const span = (lines: readonly number[]) => [lines.at(0), lines.at(-1)]

test('renders most lines ahead of the scroll, some on both sides before the first scroll, none beyond the ends', () => {
  const range = createRangeExtractor()
  const at = (startIndex: number, count = 1_000) =>
    span(range({ startIndex, endIndex: Math.min(startIndex + 17, count - 1), overscan: 0, count }))
  expect(at(0)).toEqual([0, 21])
  expect(at(100)).toEqual([99, 121])
  expect(at(100)).toEqual([99, 121])
  expect(at(90)).toEqual([86, 108])
  expect(at(990)).toEqual([989, 999])
})

test('renders nothing without lines', () => {
  expect(createRangeExtractor()({ startIndex: 0, endIndex: 0, overscan: 0, count: 0 })).toEqual([])
})
