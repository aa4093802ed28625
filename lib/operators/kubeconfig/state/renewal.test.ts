import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRACE_MS, renewalTime, retirementTime } from './renewal.ts'

const seconds = fc.integer({ min: 600, max: 2_592_000 })
const skew = fc.integer({ min: -600_000, max: 600_000 })

test('an issue is renewed between 61 and 72 % of its life, however far our clock is off', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), seconds, skew, (uid, issue, life, off) => {
      const created = 1_795_000_000_000
      const issuedAt = created + off
      const share =
        (renewalTime(uid, issue, { issuedAt, created, expires: created + life * 1000 }) - issuedAt) / (life * 1000)
      expect(share).toBeGreaterThanOrEqual(2 / 3 - 0.051)
      expect(share).toBeLessThanOrEqual(2 / 3 + 0.051)
    }),
  )
})

test('the time of an issue is always the same; those of many requests are spread', () => {
  const at = (uid: string, issue = 1) => renewalTime(uid, issue, { issuedAt: 0, created: 0, expires: 1_000_000 })
  expect(at('a')).toBe(at('a'))
  const times = Array.from({ length: 1_000 }, (_unused, i) => at(`uid-${i}`))
  expect(new Set(times).size).toBeGreaterThan(900)
  const middle = times.reduce((sum, time) => sum + time, 0) / times.length
  expect(Math.abs(middle - 666_667)).toBeLessThan(3_000)
})

test.each([
  ['an ordinary rotation lets it expire', 10_000_000, false, 10_000_000],
  ['one that was asked for ends it after a grace', 10_000_000, true, 1_000 + GRACE_MS],
  ['never later than it expires', 2_000, true, 2_000],
])('%s', (_name, expiresAt, askedFor, end) => {
  expect(retirementTime(expiresAt, 1_000, askedFor)).toBe(end)
})
