import { expect, test } from 'vitest'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { RESOLVERS } from './claim-outcomes.ts'

const SEQ = 7n
const RESERVED = { status: 'reserved', auditSeq: SEQ, reservedAt: 1 } as const

test.each<[string, keyof typeof RESOLVERS, Partial<ClaimRecord>, boolean, string | undefined]>([
  ['an attempt under way', 'claim', { status: 'pending', auditSeq: null }, true, undefined],
  ['an intent under way', 'claim', { status: 'intent', auditSeq: SEQ }, true, undefined],
  ['an attempt that got the account', 'claim', RESERVED, true, 'accepted'],
  [
    'a successful attempt of a claim that was released since',
    'claim',
    { ...RESERVED, status: 'released', auditSeq: 9n },
    true,
    'accepted',
  ],
  ['an attempt after which the claim waits', 'claim', { status: 'waiting', auditSeq: SEQ }, true, 'accepted'],
  ['an attempt while the claim waited', 'claim', { status: 'waiting', auditSeq: 5n }, true, 'failed'],
  ['an attempt that was refused', 'claim', { status: 'refused', auditSeq: SEQ }, true, 'refused'],
  ['an attempt that failed', 'claim', { status: 'failed', auditSeq: null }, true, 'failed'],
  [
    'a failed attempt of a claim that was released since',
    'claim',
    { status: 'released', auditSeq: 9n },
    true,
    'failed',
  ],
  ['an attempt before the one that got the account', 'claim', RESERVED, false, 'failed'],
  ['a release that is not over', 'release', { status: 'releasing', auditSeq: SEQ }, true, 'accepted'],
  ['a release that is over', 'release', { status: 'released', auditSeq: SEQ }, true, 'accepted'],
  ['a release that did not begin', 'release', { status: 'reserved', auditSeq: 5n }, true, 'failed'],
  ['a cluster that was named', 'set-cluster', { cluster: 'c-1' }, false, 'accepted'],
  ['a cluster that was not named', 'set-cluster', { cluster: null }, true, 'failed'],
  ['a cluster before another one', 'set-cluster', { cluster: 'c-2' }, false, undefined],
])('the outcome of %s follows from the claim', (_, action, claim, isLatest, outcome) => {
  const record = { reservedAt: null, cluster: null, ...claim } as ClaimRecord
  expect(RESOLVERS[action](record, { seq: SEQ, wanted: { cluster: 'c-1' } }, isLatest)?.outcome).toBe(outcome)
})
