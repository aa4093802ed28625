import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import {
  getQueue,
  listQueueLengths,
  type Queue,
  readWaitingQueues,
  type WaitingQueue,
} from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { Db } from '#lib/store/database/client.ts'
import { waitReason } from './wait-reason.ts'

interface QueueServices {
  readonly store: { readonly db: Db }
  context(): QueryContext
}

/** Returns a queue with the reason why each of its claims waits. Throws StoreError. */
export function getClaimQueue({ store, context }: QueueServices, of: Parameters<typeof getQueue>[1]): Promise<Queue> {
  const { inventory, rules } = context()
  return getQueue(store.db, of, (message, position, pool) =>
    waitReason(message, position, pool, inventory, rules.plans),
  )
}

/** Returns the claims that wait for an account, by pool. Throws StoreError. */
export async function listWaitingQueues(
  services: QueueServices & { readonly operators: OperatorObjects | null },
): Promise<{ readonly queues: readonly WaitingQueue[] }> {
  const queues = await readWaitingQueues(services.operators, {
    lengths: () => listQueueLengths(services.store.db),
    queueOf: of => getClaimQueue(services, of),
  })
  return { queues }
}
