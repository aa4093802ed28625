import type { Range } from '@tanstack/react-virtual'

/** Lines drawn beyond those in sight: where a scroll goes to, and where it came from. */
const AHEAD = 4
const BEHIND = 1

/**
 * Extracts which lines are drawn, one after the other for the same list: those in sight, more of them where it was scrolled to than where
 * it came from, as each that is drawn costs every frame of scrolling. Nobody knows where the first scroll goes.
 */
export function drawnRange(): (range: Range) => number[] {
  let last: number | null = null
  let isDown: boolean | null = null
  return ({ startIndex, endIndex, count }) => {
    if (last !== null && startIndex !== last) isDown = startIndex > last
    last = startIndex
    const first = Math.max(0, startIndex - (isDown === true ? BEHIND : AHEAD))
    const end = Math.min(count - 1, endIndex + (isDown === false ? BEHIND : AHEAD))
    return Array.from({ length: end - first + 1 }, (_, at) => first + at)
  }
}
