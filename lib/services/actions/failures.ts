import { GardenError } from '#lib/garden/client/garden-error.ts'
import { WriteError, type WriteErrorCode } from '#lib/garden/writes/write-error.ts'
import { QueueClosedError } from '#lib/garden/writes/write-queue.ts'
import { NOT_BEGUN } from '#lib/hap/actions/job.ts'
import { AuditError } from '#lib/store/audit/audit-log.ts'
import {
  StoreBusyError,
  StoreConflictError,
  StoreError,
  StoreUnavailableError,
} from '#lib/store/failure/store-errors.ts'
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
  if (error instanceof GardenError) {
    const { message: reason, retryAfterMs, kind } = error
    return { status: 'failed', reason, retryAfterMs, ...(isUnanswered(kind) && { unanswered: true }) }
  }
  if (error instanceof StoreError)
    return {
      status: 'failed',
      reason: error.message,
      retryAfterMs: null,
      ...(isPassing(error) && { unanswered: true }),
    }
  return null
}

/**
 * Whether Gardener is down, so that a job waits for its return instead of counting an attempt. Narrower than
 * GardenError.isTransient: a server that throttles answers, and says when to retry.
 */
function isUnanswered(code: GardenError['kind'] | WriteErrorCode): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'unavailable'
}

/** The database did not take it at that moment; an audit log that cannot be written tells why by its cause. */
function isPassing(error: StoreError): boolean {
  const why = error instanceof AuditError ? error.cause : error
  return why instanceof StoreUnavailableError || why instanceof StoreBusyError || why instanceof StoreConflictError
}

function ofWrite(error: WriteError): ActionResult {
  const { code, message: reason, now, retryAfterMs } = error
  if (code === 'conflict') return { status: 'changed', reason, now }
  if (code === 'outcome-unknown') return { status: 'unknown', reason }
  return {
    status: 'failed',
    reason,
    retryAfterMs,
    ...(isUnanswered(code) && { unanswered: true }),
    ...(code === 'not-found' && { missing: true }),
  }
}
