import { z } from 'zod'
import { Pool } from '#lib/queries/lists/row-schemas.ts'
import type { listQueueLengths } from '#lib/queries/pools/queues.ts'
import type { getClaimQueue } from '#lib/services/claims/claim-queues.ts'
import { type Answer, answer } from '../answer.ts'

const QueuedClaim = z.object({
  id: z.string(),
  globalAccount: z.string(),
  plan: z.string().nullable(),
  pool: Pool,
  position: z.number(),
  since: z.string(),
  reason: z.string(),
  actor: z.string(),
})

export const Queue = answer<Answer<typeof getClaimQueue>>()(
  z.object({ claims: z.array(QueuedClaim), total: z.number() }),
)

export const PoolQueues = answer<Answer<typeof listQueueLengths>>()(
  z.array(z.object({ pool: Pool, claims: z.number() })),
)
