import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

/** A manual clock that records the requested pauses. */
function stoppedClock() {
  const clock = {
    at: 1_000_000,
    slept: [] as number[],
    now: () => new Date(clock.at),
    sleep: async (ms: number) => void clock.slept.push(ms),
  }
  return clock
}

/** Waits of `writes` concurrent writes of two tokens. */
async function waits(throttle: Throttle, clock: { slept: number[] }, writes: number): Promise<number[]> {
  const result: number[] = []
  for (let i = 0; i < writes; i++) {
    const before = clock.slept.length
    await throttle.take(2)
    result.push(clock.slept[before] ?? 0)
  }
  return result
}

describe('the throttle', () => {
  test('admits 5 writes of a Secret-backed binding immediately, then 2.5 per second', async () => {
    const clock = stoppedClock()
    expect(await waits(new Throttle(clock, true), clock, 9)).toEqual([0, 0, 0, 0, 0, 400, 800, 1200, 1600])
  })

  test('refills with time, up to the burst', async () => {
    const clock = stoppedClock()
    const throttle = new Throttle(clock, true)
    await waits(throttle, clock, 5)
    clock.at += 1_000
    expect(await waits(throttle, clock, 3)).toEqual([0, 0, 200])
    clock.at += 3_600_000
    expect(await waits(throttle, clock, 6)).toEqual([0, 0, 0, 0, 0, 400])
  })

  test('delays nothing while it is off, and starts full when it is switched on', async () => {
    const clock = stoppedClock()
    const throttle = new Throttle(clock, false)
    expect(await waits(throttle, clock, 20)).toEqual(Array.from({ length: 20 }, () => 0))
    throttle.switch(true)
    expect(await waits(throttle, clock, 6)).toEqual([0, 0, 0, 0, 0, 400])
  })

  test('never exceeds its rate and burst for any writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(900), { minLength: 1, maxLength: 60 }), async pauses => {
        const clock = stoppedClock()
        const throttle = new Throttle(clock, true)
        const start = clock.at
        const granted: number[] = []
        for (const pause of pauses) {
          clock.at += pause
          const before = clock.slept.length
          await throttle.take(2)
          granted.push(clock.at + (clock.slept[before] ?? 0) - start)
        }
        for (const [i, at] of granted.entries()) expect((i + 1) * 2).toBeLessThanOrEqual(10 + at / 200 + 1e-6)
      }),
    )
  })
})
