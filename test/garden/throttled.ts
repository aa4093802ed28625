import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'

/** A write that gets 429 with a pause of this many milliseconds. */
export async function throttled(queue: WriteQueue, retryAfterMs: number): Promise<void> {
  const refused = new GardenError({ kind: 'throttled', doing: 'write a binding', because: 'it is busy.', retryAfterMs })
  const write = queue.run({ priority: 'claim', throttled: false }, () => Promise.reject(refused))
  await write.catch(() => undefined)
}
