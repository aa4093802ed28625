import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChange, claimChange } from '#lib/hap/lifecycle/change.ts'
import { cleaningProgressChange, dirtyChange } from '#lib/hap/lifecycle/cleaning.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { type Candidate, dirtyAccounts, type Limits, schedule } from './schedule.ts'

const LIMITS: Limits = { perLane: 4, perPool: 3 }

function candidate(account: string, pool: string, part: Partial<Candidate> = {}): Candidate {
  return { account, pool, lane: pool.split('~')[0] ?? pool, next: 0, asked: false, verifying: false, since: 0, ...part }
}

function many(count: number, pool: string): readonly Candidate[] {
  return Array.from({ length: count }, (_, at) =>
    candidate(`${pool}-${String(at).padStart(4, '0')}`, pool, { since: at }),
  )
}

const started = (candidates: readonly Candidate[], running: readonly Candidate[] = [], at = 0) =>
  schedule(candidates, new Map(running.map(each => [each.account, each])), at, LIMITS)

describe('which accounts are inspected next', () => {
  test('pools take turns regardless of their numbers of accounts', () => {
    const names = started([...many(100, 'aws'), ...many(2, 'aws~eu')]).start.map(({ account }) => account)
    expect(names).toEqual(['aws-0000', 'aws~eu-0000', 'aws-0001', 'aws~eu-0001'])
  })

  test('requested accounts precede all others of the provider, regardless of running ones in the pool', () => {
    const asked = candidate('mine', 'aws~eu', { asked: true, next: -1, since: 99 })
    const running = many(2, 'aws~eu')
    const names = started([...many(9, 'aws'), asked, ...many(9, 'aws~eu').slice(3)], running).start
    expect(names.map(({ account }) => account)[0]).toBe('mine')
    expect(started([asked], many(3, 'aws~eu')).start).toEqual([])
  })

  test('accounts with an empty inventory follow requested ones and precede longer due ones', () => {
    const empty = candidate('empty', 'aws', { verifying: true, next: 9, since: 9 })
    const asked = candidate('mine', 'aws', { asked: true, next: 9, since: 9 })
    const names = started([...many(9, 'aws'), empty, asked], [], 9).start.map(({ account }) => account)
    expect(names).toEqual(['mine', 'empty', 'aws-0000'])
    expect(started([{ ...empty, next: 10 }, ...many(9, 'aws')], [], 9).start).toEqual(many(3, 'aws'))
  })

  test('a single pool leaves slots to others', () => {
    expect(started(many(100, 'aws')).start).toHaveLength(3)
    expect(started([...many(100, 'aws'), ...many(1, 'aws~eu')], many(3, 'aws').slice(0, 3)).start).toEqual(
      many(1, 'aws~eu'),
    )
  })

  test('providers do not share their slots', () => {
    const { start } = started([...many(9, 'aws'), ...many(9, 'gcp')], many(9, 'azure'))
    expect(Map.groupBy(start, ({ lane }) => lane).get('aws')).toHaveLength(3)
    expect(Map.groupBy(start, ({ lane }) => lane).get('gcp')).toHaveLength(3)
  })

  test('within a pool the longest due account is next, then the longest dirty', () => {
    const candidates = [candidate('a', 'aws', { next: 5 }), candidate('b', 'aws', { since: 9 }), candidate('c', 'aws')]
    expect(started(candidates, [], 10).start.map(({ account }) => account)).toEqual(['c', 'b', 'a'])
  })

  test('accounts that are not due wait, and nextAt is the first due time', () => {
    const candidates = [candidate('a', 'aws', { next: 20 }), candidate('b', 'aws', { next: 15 })]
    expect(started(candidates, [], 10)).toEqual({ start: [], nextAt: 15 })
    expect(started(candidates, candidates, 10)).toEqual({ start: [], nextAt: null })
  })
})

test('for any candidates none starts twice or early, limits hold and no capacity remains unused', () => {
  const one = fc.record({
    account: fc.integer({ min: 0, max: 60 }).map(String),
    pool: fc.constantFrom('aws', 'aws~eu', 'gcp', 'gcp~eu'),
    next: fc.integer({ min: 0, max: 20 }),
    since: fc.nat(5),
  })
  const list = fc.uniqueArray(one, { selector: ({ account }) => account, maxLength: 60 })
  fc.assert(
    fc.property(list, fc.integer({ min: 0, max: 10 }), (drawn, taken) => {
      const all = drawn.map(each => candidate(each.account, each.pool, each))
      const running = schedule(all.slice(0, taken), new Map(), 20, LIMITS).start
      const { start } = started(all, running, 10)
      const now = [...running, ...start]
      expect(new Set(now.map(({ account }) => account)).size).toBe(now.length)
      for (const { next } of start) expect(next).toBeLessThanOrEqual(10)
      const count = (key: 'lane' | 'pool', value: string) => now.filter(each => each[key] === value).length
      for (const { lane, pool } of now) {
        expect(count('lane', lane)).toBeLessThanOrEqual(LIMITS.perLane)
        expect(count('pool', pool)).toBeLessThanOrEqual(LIMITS.perPool)
      }
      for (const each of all) {
        if (each.next > 10 || now.some(({ account }) => account === each.account)) continue
        expect(count('lane', each.lane) === LIMITS.perLane || count('pool', each.pool) === LIMITS.perPool).toBe(true)
      }
    }),
  )
})

const CLAIMED_AT = Date.parse('2026-05-01T00:00:00Z')
const MARKED_AT = Date.parse('2026-06-01T00:00:00Z')
const REST_MS = 900_000

const free = bindingOf('a', { hyperscalerType: 'aws' })
const owned = applyChange(free, claimChange(free, 'ga-1', 'c-1', CLAIMED_AT))
const markedByKeb = applyChange(owned, { labels: { dirty: 'true' }, annotations: {} })
const markedByUs = applyChange(owned, dirtyChange(owned, MARKED_AT))

test.each<[string, Binding]>([
  ['we marked', markedByUs],
  ['KEB marked after a claim of ours, with a label and no time', markedByKeb],
])('an account that %s waits from then on', (_, binding) => {
  const pooled = pooledBinding(binding)
  const at = MARKED_AT + 60_000
  const facts = { at, cleaners: new Set(['aws']), restMs: REST_MS, seenSince: () => MARKED_AT }
  const [account] = dirtyAccounts(pooled ? [pooled] : [], facts)
  expect(account).toMatchObject({ since: MARKED_AT, next: MARKED_AT + REST_MS })
})

test.each<['cleaning' | 'verifying' | null, boolean]>([
  [null, false],
  ['cleaning', false],
  ['verifying', true],
])('an account in the state %s is marked as verifying: %j', (state, verifying) => {
  const noted = applyChange(markedByUs, cleaningProgressChange(markedByUs, state, '{}', MARKED_AT))
  const pooled = pooledBinding(noted)
  const facts = { at: MARKED_AT, cleaners: new Set(['aws']), restMs: REST_MS, seenSince: () => MARKED_AT }
  const next = state === null ? MARKED_AT + REST_MS : 0
  expect(dirtyAccounts(pooled ? [pooled] : [], facts)).toMatchObject([{ lane: 'aws', verifying, next, asked: false }])
})
