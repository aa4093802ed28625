import { z } from 'zod'
import { getClaimQueue } from '#lib/operators/subscription/claim-queue.ts'
import { Pool } from '#lib/queries/lists/row-schemas.ts'
import { listQueueLengths } from '#lib/queries/pools/queues.ts'
import { runtime } from '#lib/runtime.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'

const QueuedClaim = z.object({
  id: z.string(),
  globalAccount: z.string(),
  plan: z.string().nullable(),
  pool: Pool,
  position: z.number(),
  since: z.string(),
  deadline: z.string().nullable(),
  reason: z.string(),
  actor: z.string(),
  cancelRefusal: z.string().nullable(),
})

const Queue = answer<Answer<typeof getClaimQueue>>()(z.object({ claims: z.array(QueuedClaim), total: z.number() }))

const PoolQueues = answer<Answer<typeof listQueueLengths>>()(z.array(z.object({ pool: Pool, claims: z.number() })))

/** Queues of claims that wait for an account. */
export const QUEUES = {
  schemas: { Queue, PoolQueues },
  routes: [
    read('/queues', {
      summary: 'List the lengths of the queues of pools',
      answers: { 200: PoolQueues },
      run: () => listQueueLengths(runtime().store.db),
    }),
    read('/pools/:key/queue', {
      summary: 'List the claims that wait for a pool',
      answers: { 200: Queue },
      run: ({ params }) => getClaimQueue(runtime(), { poolKey: params.key }),
    }),
    read('/global-accounts/:id/queue', {
      summary: 'List the waiting claims of a global account',
      answers: { 200: Queue },
      run: ({ params }) => getClaimQueue(runtime(), { tenant: params.id }),
    }),
  ],
} satisfies Resource
