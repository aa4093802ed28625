import type { Pool } from '#lib/hap/pools/pool.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import type { Queue, QueueLength } from '../../queue/queues.ts'
import type { OperatorObjects } from '../operator-objects.ts'

/** A claim that waits, and the SubscriptionRequest it comes from; null for one that somebody else made. */
type WaitingClaim = Queue['claims'][number] & { readonly request: string | null }

/** The queue of a pool. */
export interface WaitingQueue {
  readonly pool: Pool
  /** In the order in which they are served; not always all. */
  readonly claims: readonly WaitingClaim[]
  readonly total: number
}

interface Read {
  lengths(): Promise<readonly QueueLength[]>
  queueOf(of: { readonly poolKey: string }): Promise<Queue>
}

/** Pools whose queues are shown with their claims. */
const MOST_POOLS = 50

/** Who waits for an account, by pool, the longest queue first; `objects` are null without a control plane. Throws StoreError. */
export async function waitingQueues(objects: OperatorObjects | null, read: Read): Promise<readonly WaitingQueue[]> {
  const requests = new Map<string, string>()
  for (const { status, metadata } of objects?.subscriptions.all() ?? [])
    if (status?.claim !== undefined) requests.set(status.claim, metadata.name)
  const lengths = (await read.lengths()).slice(0, MOST_POOLS)
  const queues = await Promise.all(
    lengths.map(async ({ pool }) => ({ pool, ...(await read.queueOf({ poolKey: poolKey(pool) })) })),
  )
  return queues
    .filter(({ total }) => total > 0)
    .map(({ claims, ...queue }) => ({
      ...queue,
      claims: claims.map(claim => ({ ...claim, request: requests.get(claim.id) ?? null })),
    }))
}
