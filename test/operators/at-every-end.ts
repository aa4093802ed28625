import { describe, expect, test } from 'vitest'
import { repetitions } from '../kit/repetitions.ts'
import type { End } from './mortal-context.ts'

/** In the deep tier a story runs until its process has no further write to end at. */
const PATIENCE_MS = 1_800_000
const MAX_WRITES = repetitions({ fast: 1, deep: Number.POSITIVE_INFINITY })

/**
 * Runs a story with a process that ends before, and after, its first write of a kind; in the deep tier also its second
 * and so on, until there is none left, because the number of writes of a story varies. The story returns whether its
 * process ended.
 */
export function atEveryEnd(name: string, kinds: readonly string[], story: (end: End) => Promise<boolean>): void {
  describe(name, () => {
    test.for(kinds)('killed before and after each write: %s', { timeout: PATIENCE_MS }, async kind => {
      let nth = 0
      while (nth < MAX_WRITES && (await story({ kind, nth, side: 'before' }))) nth++
      expect(nth).toBeGreaterThan(0)
      // After one write is before the next one of any kind, except for the last.
      await story({ kind, nth: nth - 1, side: 'after' })
    })
  })
}
