import { type Queue, queueOf } from '#lib/queries/queue/queues.ts'
import { runtime } from '#lib/runtime.ts'
import { WAITS_BEHIND, waitsBehind } from '#lib/services/claims/waits-behind.ts'

/** A queue with the reasons its claims tell themselves. Throws StoreError. */
export function queueAnswer(of: Parameters<typeof queueOf>[1]): Promise<Queue> {
  return queueOf(runtime().store.db, of, (message, position) =>
    message === WAITS_BEHIND ? waitsBehind(position) : message,
  )
}
