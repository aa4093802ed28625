import { type Queue, queueOf } from '#lib/queries/queue/queues.ts'
import { runtime } from '#lib/runtime.ts'
import { waitReason } from '#lib/services/claims/waits-behind.ts'

/** A queue with the reasons its claims tell themselves. Throws StoreError. */
export function queueAnswer(of: Parameters<typeof queueOf>[1]): Promise<Queue> {
  const { store, context } = runtime()
  const { inventory, rules } = context()
  return queueOf(store.db, of, (message, position, pool) => waitReason(message, position, pool, inventory, rules.plans))
}
