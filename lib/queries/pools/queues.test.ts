import { expect, test } from 'vitest'
import { knownObjects, subscription } from '../operators/testing/known-objects.ts'
import { type Queue, readWaitingQueues } from './queues.ts'

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
