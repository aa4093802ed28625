import { GardenError } from '#lib/garden/client/garden-error.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { QueueClosedError } from '#lib/garden/writes/write-queue.ts'
import { NOT_BEGUN } from '#lib/hap/actions/target-status.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { ActionResult } from './action-result.ts'
import { FenceLostError } from './keep-fence.ts'

const FENCE_LOST =
  'The change waited so long that other changes of this account may have begun. Nothing was written. Try again.'

/** What an error of Gardener or the database comes to; null for one nobody foresaw. */
export function resultOf(error: unknown, signal?: AbortSignal): ActionResult | null {
  if (error instanceof FenceLostError) return { status: 'refused', reason: FENCE_LOST, now: null, retryAfterMs: 0 }
  if (signal?.aborted && error === signal.reason) return { status: 'cancelled', reason: NOT_BEGUN }
  if (error instanceof WriteError) return ofWrite(error)
  if (error instanceof QueueClosedError) {
    return { status: 'failed', reason: 'The console is shutting down; nothing was written.', retryAfterMs: null }
  }
  if (error instanceof GardenError) return { status: 'failed', reason: error.message, retryAfterMs: error.retryAfterMs }
  if (error instanceof StoreError) return { status: 'failed', reason: error.message, retryAfterMs: null }
  return null
}

function ofWrite(error: WriteError): ActionResult {
  const { code, message: reason, now, retryAfterMs } = error
  if (code === 'conflict') return { status: 'changed', reason, now }
  if (code === 'outcome-unknown') return { status: 'unknown', reason }
  return { status: 'failed', reason, retryAfterMs }
}
