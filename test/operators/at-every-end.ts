import { describe, expect, test } from 'vitest'
import type { End } from './mortal-context.ts'

/** More than any story has: that one has fewer is tested. */
const MOST_WRITES = 60

const ENDS: readonly End[] = Array.from({ length: MOST_WRITES }, (_, write) => write).flatMap(write => [
  { write, side: 'before' },
  { write, side: 'after' },
])

/**
 * Tells a story with a process that ends at its first write, at the next and so on, as long as the story tells at which write it
 * ended. `boundaries`: writes that have to be among those.
 */
export function atEveryEnd(
  name: string,
  boundaries: readonly string[],
  story: (end: End) => Promise<string | null>,
): void {
  describe(name, () => {
    const ended = new Set<string>()
    let isOver = false

    test.for(ENDS)('killed $side write $write', async (end, { skip }) => {
      skip(isOver, 'There is no write so late.')
      const endedAt = await story(end)
      if (endedAt === null) isOver = true
      else ended.add(`${end.side} ${endedAt}`)
    })

    test('there is no write at which nobody was killed', () => {
      expect(isOver).toBe(true)
      const wanted = boundaries.flatMap(write => [`before ${write}`, `after ${write}`])
      expect(wanted.filter(write => !ended.has(write))).toEqual([])
    })
  })
}
