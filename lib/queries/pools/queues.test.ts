import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '#lib/store/database/client.ts'
import { FRESH_MS } from '#lib/util/result-within.ts'
import { knownObjects, subscription } from '../operators/testing/known-objects.ts'
import { type Queue, QueueRegister, readWaitingQueues } from './queues.ts'

const POOL = { hyperscalerType: 'aws', euAccess: false, shared: false } as const

function queued(id: string, position: number): Queue['claims'][number] {
  const since = '2026-11-23T10:00:00.000Z'
  return {
    id,
    globalAccount: 'ga-1',
    plan: null,
    pool: POOL,
    position,
    since,
    deadline: null,
    reason: 'No account is free.',
    actor: 'Olga',
    cancelRefusal: null,
  }
}

const queueOf = (claims: Queue['claims']) => ({
  lengths: async () => [{ pool: POOL, claims: claims.length }],
  queueOf: async () => ({ claims, total: claims.length }),
})

test('names the SubscriptionRequest of a claim', async () => {
  const objects = knownObjects({ subscriptions: [subscription({ name: 'mine' }, { claim: 'c-2' })] })
  const [queue] = await readWaitingQueues(objects, queueOf([queued('c-1', 1), queued('c-2', 2)]))
  expect(queue).toMatchObject({ pool: POOL, total: 2 })
  expect(queue?.claims.map(({ position, request }) => [position, request])).toEqual([
    [1, null],
    [2, 'mine'],
  ])
})

test('works without a control plane, and skips a queue that became empty', async () => {
  expect(await readWaitingQueues(null, queueOf([]))).toEqual([])
  expect((await readWaitingQueues(null, queueOf([queued('c-1', 1)])))[0]?.claims[0]?.request).toBeNull()
})

test('returns the counts last read when the database does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [Promise.resolve([{ poolKey: 'aws', claims: 2 }]), new Promise(() => {})]
  const db = { $queryRaw: () => answers.shift() } as unknown as Db
  const register = new QueueRegister({ db, health: () => ({ state: 'up', since: 0 }) })
  const counted = await register.read()
  expect(counted).toEqual(new Map([['aws', 2]]))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + FRESH_MS)
  onTestFinished(() => void vi.restoreAllMocks())
  const late = register.read()
  await vi.advanceTimersByTimeAsync(FRESH_MS)
  expect(await late).toBe(counted)
})
