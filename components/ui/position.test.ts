import { expect, test } from 'vitest'
import { computePosition } from './position.ts'

const VIEW = { width: 1000, height: 600 }
const BOX = { width: 200, height: 100 }

test.each([
  ['under its anchor', { left: 300, top: 100, width: 80, height: 32 }, 'start', { left: 300, top: 138 }],
  ['with its right side on the anchor', { left: 300, top: 100, width: 80, height: 32 }, 'end', { left: 180, top: 138 }],
  ['in the middle of the anchor', { left: 300, top: 100, width: 80, height: 32 }, 'center', { left: 240, top: 138 }],
  ['above without room below', { left: 300, top: 560, width: 80, height: 32 }, 'start', { left: 300, top: 454 }],
  ['inside the right edge', { left: 950, top: 100, width: 40, height: 32 }, 'start', { left: 792, top: 138 }],
  ['inside the left edge', { left: 0, top: 100, width: 40, height: 32 }, 'end', { left: 8, top: 138 }],
] as const)('a floating box goes %s', (_, anchor, align, expected) => {
  expect(computePosition(anchor, BOX, VIEW, align)).toEqual(expected)
})

test('places a high box over its anchor without room below or above', () => {
  const anchor = { left: 0, top: 560, width: 40, height: 20 }
  expect(computePosition(anchor, { width: 200, height: 584 }, VIEW, 'start').top).toBe(8)
})

test('places a box higher than the window below its anchor, so that its head is visible', () => {
  const anchor = { left: 0, top: 10, width: 40, height: 20 }
  expect(computePosition(anchor, { width: 200, height: 700 }, VIEW, 'start').top).toBe(36)
})
