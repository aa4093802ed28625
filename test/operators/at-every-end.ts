import { describe, expect, test } from 'vitest'
import type { End } from './mortal-context.ts'

/** One of them tells the story until its process has nothing left to end at. */
const PATIENCE_MS = 1_800_000

/**
 * Tells a story with a process that ends before, and after, its first write of a kind, its second and so on, until there is none so
 * late: of how many kinds a story has how many depends on chance. The story tells whether its process ended.
 */
export function atEveryEnd(name: string, kinds: readonly string[], story: (end: End) => Promise<boolean>): void {
  describe(name, () => {
    test.for(kinds)('killed before and after each write: %s', { timeout: PATIENCE_MS }, async kind => {
      let nth = 0
      while (await story({ kind, nth, side: 'before' })) nth++
      expect(nth).toBeGreaterThan(0)
      // What is after a write is before the next one, of whichever kind; but for the last.
      await story({ kind, nth: nth - 1, side: 'after' })
    })
  })
}
