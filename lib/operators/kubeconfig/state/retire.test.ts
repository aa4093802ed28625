import { expect, test } from 'vitest'
import { annotationsOf, type Issued, type IssueRecord, newRecord } from './issue-record.ts'
import { retire } from './retire.ts'

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

/** A request that is issued for again and again, as its expiration changes every second; `clusters`: it is led to. */
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
])('a request that is issued for 3,000 times in %s can be revoked still', (_, clusters) => {
  const { record } = issuedFor(3_000, clusters)
  const [text = ''] = Object.values(annotationsOf(record))
  // All annotations of an object together have 256 KiB (Kubernetes).
  expect(text.length).toBeLessThan(32_000)
})

test('the newest of its tokens go on; the others end now, and when the last expires is known', () => {
  const { record, now } = issuedFor(50, [UID])
  const atWork = record.retiring.filter(({ at }) => at > now)
  expect(atWork.map(({ issue }) => issue)).toEqual(Array.from({ length: 20 }, (_, i) => 30 + i))
  expect(record.retiring).toHaveLength(49)
  expect(Math.max(...record.retiring.map(({ expiresAt = 0 }) => expiresAt))).toBe(49_000 + 30 * DAY)
})
