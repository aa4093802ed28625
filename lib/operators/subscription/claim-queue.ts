import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import {
  getQueue,
  listQueueLengths,
  type Queue,
  readWaitingQueues,
  type WaitingQueue,
} from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { waitReason } from '#lib/services/claims/wait-reason.ts'
import type { Db } from '#lib/store/database/client.ts'
import { whyOnlyOperator } from './claim-orders.ts'

interface QueueServices {
  readonly store: { readonly db: Db }
  readonly operators: OperatorObjects | null
  context(): QueryContext
}

/** Returns a queue with the reason why each of its claims waits, and why users cannot cancel it. Throws StoreError. */
export function getClaimQueue(
  { store, operators, context }: QueueServices,
  of: Parameters<typeof getQueue>[1],
): Promise<Queue> {
  const { inventory, rules, at } = context()
  return getQueue(store.db, of, {
    reasonOf: (message, position, pool) => waitReason(message, position, pool, inventory, rules.plans, at),
    cancelRefusalOf: key => whyOnlyOperator(operators, key, 'cancel-claim'),
  })
}

/** Returns the claims that wait for an account, by pool. Throws StoreError. */
export async function listWaitingQueues(
  services: QueueServices,
): Promise<{ readonly queues: readonly WaitingQueue[] }> {
  const queues = await readWaitingQueues(services.operators, {
    lengths: () => listQueueLengths(services.store.db),
    queueOf: of => getClaimQueue(services, of),
  })
  return { queues }
}
