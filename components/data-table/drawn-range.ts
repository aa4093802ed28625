import type { Range } from '@tanstack/react-virtual'

/** Lines drawn beyond those in sight: where a scroll goes to, and where it came from. */
const AHEAD = 4
const BEHIND = 1

/**
 * Creates a range extractor for one list. It renders more lines ahead of the scroll direction than
 * behind, because each rendered line costs time in every frame. Before the first scroll the
 * direction is unknown.
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
