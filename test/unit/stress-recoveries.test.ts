import { expect, test } from 'vitest'
import type { FinalClaim } from '../stress/history-facts.ts'
import { Recoveries } from '../stress/recoveries.ts'

const claim = (
  id: string,
  status: string,
  message: string | null = null,
): Pick<FinalClaim, 'id' | 'status' | 'message'> => ({
  id,
  status,
  message,
})

/** A process that dies at 0 with a claim in progress; then the states of the claim, with times in seconds. */
interface Course {
  readonly left: string
  readonly seen: readonly (readonly [number, string, string?])[]
}

const COURSES: readonly (readonly [string, Course, number])[] = [
  ['is reserved in time', { left: 'intent', seen: [[59, 'reserved']] }, 0],
  ['is active, failed or released in time', { left: 'pending', seen: [[5, 'failed']] }, 0],
  ['waits with a reason', { left: 'pending', seen: [[5, 'waiting', 'The pool is empty.']] }, 0],
  ['waits without a reason', { left: 'pending', seen: [[61, 'waiting']] }, 1],
  ['is reserved a second too late', { left: 'intent', seen: [[61, 'reserved']] }, 1],
  [
    'is restarted by its client in time',
    {
      left: 'intent',
      seen: [
        [30, 'failed'],
        [31, 'pending'],
      ],
    },
    0,
  ],
  [
    'is never settled',
    {
      left: 'intent',
      seen: [
        [30, 'intent'],
        [61, 'intent'],
      ],
    },
    1,
  ],
  ['is never completely released', { left: 'releasing', seen: [[61, 'releasing']] }, 1],
  ['was settled already', { left: 'reserved', seen: [] }, 0],
]

test.each(COURSES)('after a death a claim that %s', (_, { left, seen }, expected) => {
  const recoveries = new Recoveries()
  recoveries.died('after-intent', 0, [claim('1', left)])
  for (const [seconds, status, message] of seen) recoveries.look([claim('1', status, message)], seconds * 1_000)
  expect(recoveries.violations().map(({ kind }) => kind)).toEqual(Array(expected).fill('slow recovery'))
})

test('a claim that a second dead process had recovered is measured from its death', () => {
  const recoveries = new Recoveries()
  recoveries.died('after-intent', 0, [claim('1', 'intent')])
  recoveries.died('after-take-over', 31_000, [claim('1', 'intent')])
  recoveries.look([claim('1', 'reserved')], 75_000)
  expect(recoveries.violations()).toEqual([])
  expect(recoveries.figures()).toEqual({ deaths: 2, claimsLeft: 1, slowestSeconds: 44 })
})

test('is over once all claims are settled, or too late', () => {
  const recoveries = new Recoveries()
  expect(recoveries.isOver(0)).toBe(true)
  recoveries.died('after-write', 0, [claim('1', 'intent')])
  expect(recoveries.isOver(60_000)).toBe(false)
  expect(recoveries.isOver(60_001)).toBe(true)
  recoveries.look([claim('1', 'reserved')], 1_000)
  expect(recoveries.isOver(1_000)).toBe(true)
})
