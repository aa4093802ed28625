import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annotationsOf, type Issued, type IssueRecord, newRecord } from './issue-record.ts'
import { GRACE_MS, renewalTime, retire, retirementTime } from './rotation.ts'

const DAY = 24 * 3_600_000
const UID = '5c2ff0a4-1d1c-4f0e-9d1c-4f1f4d8f0a11'

const issuedAt = (at: number, cluster: string): Issued => ({
  at,
  expiresAt: at + 30 * DAY,
  renewsAt: at + 20 * DAY,
  seconds: 2_592_000,
  fingerprint: '0123456789abcdef',
  by: 'secret',
  place: UID,
  cluster,
  address: '0123456789abcdef',
  account: UID,
  anchor: UID,
})

/**
 * A request that is reissued repeatedly because its expiration changes every second; `clusters`: the number of
 * clusters it refers to in turn.
 */
function issuedFor(times: number, clusters: readonly string[]): { record: IssueRecord; now: number } {
  let record = newRecord(UID)
  const now = times * 1_000
  for (let issue = 1; issue <= times; issue++) {
    const cluster = clusters[issue % clusters.length] ?? UID
    const at = issue * 1_000
    record = { ...retire(record, cluster, at), issue, issued: issuedAt(at, cluster) }
  }
  return { record, now }
}

test.each([
  ['one cluster', [UID]],
  ['many clusters', Array.from({ length: 500 }, (_, i) => `${UID}-${i}`)],
])('a request that is reissued 3,000 times in %s can still be revoked', (_, clusters) => {
  const { record } = issuedFor(3_000, clusters)
  const [text = ''] = Object.values(annotationsOf(record))
  // All annotations of an object together are limited to 256 KiB (Kubernetes).
  expect(text.length).toBeLessThan(96_000)
})

test('a replaced token works for its grace period, although 200 rotations follow within it', () => {
  const rotated = (record: IssueRecord, at: number) => retire({ ...record, rotateAfter: 1 }, UID, at)
  let record: IssueRecord = { ...newRecord(UID), issue: 1, issued: issuedAt(0, UID) }
  for (let n = 1; n <= 200; n++) record = { ...rotated(record, n * 250), issue: n + 1, issued: issuedAt(n * 250, UID) }
  expect(record.retiring.map(({ at }) => at)).toEqual(Array.from({ length: 200 }, (_, n) => (n + 1) * 250 + GRACE_MS))
})

test('the newest tokens remain valid, the others end now, and the last expiry is known', () => {
  const { record, now } = issuedFor(290, [UID])
  const atWork = record.retiring.filter(({ at }) => at > now)
  expect(atWork.map(({ issue }) => issue)).toEqual(Array.from({ length: 250 }, (_, i) => 40 + i))
  expect(record.retiring).toHaveLength(289)
  expect(Math.max(...record.retiring.map(({ expiresAt = 0 }) => expiresAt))).toBe(289_000 + 30 * DAY)
})

const seconds = fc.integer({ min: 600, max: 2_592_000 })
const skew = fc.integer({ min: -600_000, max: 600_000 })

test('an issue is renewed between 61 and 72 % of its lifetime, for any clock skew', () => {
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

test('the renewal time of an issue is deterministic, and those of many requests are spread', () => {
  const at = (uid: string, issue = 1) => renewalTime(uid, issue, { issuedAt: 0, created: 0, expires: 1_000_000 })
  expect(at('a')).toBe(at('a'))
  const times = Array.from({ length: 1_000 }, (_unused, i) => at(`uid-${i}`))
  expect(new Set(times).size).toBeGreaterThan(900)
  const middle = times.reduce((sum, time) => sum + time, 0) / times.length
  expect(Math.abs(middle - 666_667)).toBeLessThan(3_000)
})

test.each([
  ['an ordinary rotation lets it expire', 10_000_000, false, 10_000_000],
  ['a requested rotation ends it after a grace period', 10_000_000, true, 1_000 + GRACE_MS],
  ['never later than it expires', 2_000, true, 2_000],
])('%s', (_name, expiresAt, askedFor, end) => {
  expect(retirementTime(expiresAt, 1_000, askedFor)).toBe(end)
})
