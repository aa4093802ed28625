import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WorkQueue } from './work-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

afterEach(() => {
  vi.useRealTimers()
})

const KEYS = ['a', 'b', 'c', 'd'] as const

/** Additions of keys at given times; runs with durations and results. */
const story = fc.record({
  parallel: fc.integer({ min: 1, max: 5 }),
  adds: fc.array(
    fc.record({
      key: fc.constantFrom(...KEYS),
      afterMs: fc.integer({ min: 0, max: 400 }),
      lane: fc.constantFrom('change' as const, 'resync' as const),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  runs: fc.array(
    fc.record({
      takesMs: fc.integer({ min: 0, max: 700 }),
      end: fc.oneof(
        fc.constant('done' as const),
        fc.constant('throw' as const),
        fc.integer({ min: 0, max: 5_000 }).map(lookAfterMs => ({ lookAfterMs })),
      ),
    }),
    { maxLength: 40 },
  ),
})

interface Run {
  readonly key: string
  /** Order of all events. */
  readonly begin: number
  readonly beginAt: number
  endAt: number
  /** Latest time of the next required run in epoch milliseconds; null = none is required. */
  againBy: number | null
}

test('runs each key once at a time, and every addition, failure and requeue is followed by a run that starts after it', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ parallel, adds, runs }) => {
      vi.setSystemTime(0)
      let order = 0
      const inWork = new Set<string>()
      const seen: Run[] = []
      const breaches: string[] = []
      const added: { key: string; order: number }[] = []
      const queue = new WorkQueue({
        parallel,
        random: () => 0.5,
        work: async key => {
          const { takesMs, end } = runs[seen.length] ?? { takesMs: 5, end: 'done' as const }
          if (inWork.has(key)) breaches.push(`${key} twice concurrently`)
          inWork.add(key)
          if (inWork.size > parallel) breaches.push(`${inWork.size} concurrently`)
          const run: Run = { key, begin: order++, beginAt: Date.now(), endAt: Infinity, againBy: null }
          seen.push(run)
          await new Promise(resolve => setTimeout(resolve, takesMs))
          inWork.delete(key)
          run.endAt = Date.now()
          if (end === 'throw') {
            run.againBy = Infinity
            throw new Error('of the story')
          }
          if (end === 'done') return null
          run.againBy = Date.now() + end.lookAfterMs
          return run.againBy
        },
      })
      queue.open()
      for (const { key, afterMs, lane } of adds) {
        await vi.advanceTimersByTimeAsync(afterMs)
        added.push({ key, order: order++ })
        queue.add(key, lane)
      }
      // The longest backoff is five minutes, and runs beyond the sequence succeed, so the queue becomes idle.
      await vi.advanceTimersByTimeAsync(100 * 300_000)
      expect(queue.metrics()).toMatchObject({ depth: 0, working: 0, scheduled: 0, runs: seen.length })
      expect(breaches).toEqual([])
      for (const add of added) expect(seen.some(run => run.key === add.key && run.begin > add.order)).toBe(true)
      for (const run of seen) {
        if (run.againBy === null) continue
        const next = seen.find(each => each.key === run.key && each.begin > run.begin)
        expect(next).toBeDefined()
        expect(next?.beginAt).toBeGreaterThanOrEqual(run.endAt)
        // A requeue is late by at most the minimum pause and the wait for a free worker: no run takes longer than 700
        // ms, and at most 4 keys wait.
        if (run.againBy !== Infinity) expect(next?.beginAt).toBeLessThanOrEqual(run.againBy + 100 + 4 * 700)
      }
      // Each run has a reason.
      const reasons = added.length + seen.filter(run => run.againBy !== null).length
      expect(seen.length).toBeLessThanOrEqual(reasons)
      await queue.close(0)
    }),
    { numRuns: 150 },
  )
}, 120_000)
