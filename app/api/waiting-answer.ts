import { type WaitingQueue, waitingQueues } from '#lib/queries/operators/waiting/waiting-queues.ts'
import { poolQueues } from '#lib/queries/queue/queues.ts'
import { runtime } from '#lib/runtime.ts'
import { queueAnswer } from './queue-answer.ts'

/** Who waits for an account, by pool. Throws StoreError. */
export async function waitingAnswer(): Promise<{ readonly queues: readonly WaitingQueue[] }> {
  const { operators, store } = runtime()
  return { queues: await waitingQueues(operators, { lengths: () => poolQueues(store.db), queueOf: queueAnswer }) }
}
