import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { AccountBackoff } from './account-backoff.ts'

const SECOND = 1_000

const binding = (resourceVersion: string): Binding => ({
  kind: 'CredentialsBinding',
  namespace: 'garden',
  name: 'a',
  uid: 'uid-a',
  resourceVersion,
  account: { kind: 'Secret', namespace: 'garden', name: 'a' },
  labels: {},
  annotations: {},
  providers: ['aws'],
  createdAt: '2026-11-23T00:00:00Z',
  deletedAt: null,
})

test('a binding that cannot be written is retried with doubling pauses by all claims, until it changes', () => {
  const backoff = new AccountBackoff()
  const pauses: number[] = []
  let now = 0
  for (let times = 0; times < 8; times++) {
    backoff.unwritable(binding('1'), now)
    let until = now
    while (backoff.holds(binding('1'), `t-${times}`, until)) until += SECOND
    pauses.push((until - now) / SECOND)
    now = until
  }
  expect(pauses).toEqual([30, 60, 60, 60, 60, 60, 60, 60])
  backoff.unwritable(binding('1'), now)
  expect(backoff.holds(binding('2'), 't-1', now)).toBe(false)
})

test('an account in use by other claims is retried later only by that tenant', () => {
  const backoff = new AccountBackoff()
  backoff.foreign('Secret/garden/a', 't-1', 0)
  expect(backoff.holds(binding('2'), 't-1', 29 * SECOND)).toBe(true)
  expect(backoff.holds(binding('2'), 't-2', 29 * SECOND)).toBe(false)
  expect(backoff.holds(binding('2'), 't-1', 30 * SECOND)).toBe(false)
})

test('an old failure is forgotten', () => {
  const backoff = new AccountBackoff()
  for (const at of [0, 30, 90]) backoff.unwritable(binding('1'), at * SECOND)
  backoff.unwritable(binding('1'), 3_600 * SECOND)
  expect(backoff.holds(binding('1'), 't-1', 3_630 * SECOND)).toBe(false)
})

test('concurrent and early attempts do not prolong the pause', () => {
  const backoff = new AccountBackoff()
  for (const at of [0, 0, 0, 1, 29]) backoff.unwritable(binding('1'), at * SECOND)
  expect(backoff.holds(binding('1'), 't-1', 29 * SECOND)).toBe(true)
  expect(backoff.holds(binding('1'), 't-1', 30 * SECOND)).toBe(false)
})
