import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RateSketch } from './rate-sketch.ts'

const RATE = { perMinute: 60, burst: 10 }

test('a burst passes, then one a second, and who waits as long as told is let in', () => {
  const sketch = new RateSketch()
  const at = 1_000_000
  const first = Array.from({ length: 12 }, () => sketch.take('ada', RATE, at))
  expect(first).toEqual([...Array(10).fill(0), 1_000, 1_000])
  expect(sketch.take('ada', RATE, at + 999)).toBe(1)
  expect(sketch.take('ada', RATE, at + 1_000)).toBe(0)
  expect(sketch.take('ada', RATE, at + 1_000)).toBe(1_000)
})

test('another key is not slowed down', () => {
  const sketch = new RateSketch()
  for (let count = 0; count < 20; count++) sketch.take('ada', RATE, 0)
  expect(sketch.take('bert', RATE, 0)).toBe(0)
})

test('a flood of a hundred thousand names resets nobody', () => {
  const sketch = new RateSketch()
  for (let count = 0; count < 10; count++) expect(sketch.take('ada', RATE, 0)).toBe(0)
  for (let name = 0; name < 100_000; name++) sketch.take(`name ${name}`, RATE, 0)
  expect(sketch.take('ada', RATE, 0)).toBeGreaterThan(0)
})

test('a thousand names at work beside each other get what is theirs', () => {
  const sketch = new RateSketch()
  let refused = 0
  for (let round = 0; round < 10; round++)
    for (let name = 0; name < 1_000; name++) if (sketch.take(`name ${name}`, RATE, 0) > 0) refused++
  expect(refused).toBe(0)
})

test('never more than the burst and what the time between gives', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 200 }), gaps => {
      const sketch = new RateSketch()
      let now = 5_000
      let passed = 0
      for (const gap of gaps) {
        now += gap
        if (sketch.take('ada', RATE, now) === 0) passed++
      }
      expect(passed).toBeLessThanOrEqual(RATE.burst + Math.floor((now - 5_000) / 1_000) + 1)
    }),
  )
})
