import { GardenError } from '#lib/garden/client/garden-error.ts'
import { WriteError, type WriteErrorCode } from '#lib/garden/writes/write-error.ts'
import { QueueClosedError } from '#lib/garden/writes/write-queue.ts'
import { CANCELLED_BEFORE_START } from '#lib/hap/actions/job.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { AuditError } from '#lib/store/audit/audit-log.ts'
import {
  StoreBusyError,
  StoreConflictError,
  StoreError,
  StoreUnavailableError,
} from '#lib/store/database/store-errors.ts'
import { FenceLostError } from './fence.ts'

/** The result of an action. Plain data; all texts are sentences. */
export type ActionResult =
  | Done
  /** The input does not validate. */
  | { readonly status: 'invalid'; readonly problems: readonly string[] }
  /** A rule or the role forbids it, or, if `retryAfterMs` is set, another change is in progress. */
  | {
      readonly status: 'refused'
      readonly reason: string
      readonly now: Binding | null
      readonly retryAfterMs?: number
    }
  /** The caller aborted it before the write; nothing was written. */
  | { readonly status: 'cancelled'; readonly reason: string }
  /** The binding is no longer as the user saw it. The user has to review it and decide again. */
  | { readonly status: 'changed'; readonly reason: string; readonly now: Binding | null }
  /**
   * Gardener or the database failed; nothing was written. `unanswered`: they did not answer, so
   * that a retry may succeed. `missing`: the binding does not exist. `blocked`: Gardener refuses the
   * change until the binding, its credentials or its quota change.
   */
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly retryAfterMs: number | null
      readonly unanswered?: true
      readonly missing?: true
      readonly blocked?: true
    }
  /**
   * A cluster arrived at the moment of the write. The reason says whether the change was reverted.
   */
  | { readonly status: 'collided'; readonly reason: string; readonly now: Binding }
  /** It is in doubt whether the write landed. A later lookup resolves it. */
  | { readonly status: 'unknown'; readonly reason: string }

/** The action was written. */
export interface Done {
  readonly status: 'done'
  readonly before: BindingState
  readonly after: BindingState
  readonly now: Binding
  /** What could not be verified; null if everything was. */
  readonly note: string | null
  /**
   * The shoots are still being checked for a cluster that arrived at the moment of the write. If
   * one did, the change is reverted.
   */
  readonly checking: boolean
}

const FENCE_LOST =
  'The change waited too long, so other changes of this account may have started. Nothing was written. Try again.'

/** Converts an error of Gardener or the database to a result; null for an unexpected error. */
export function resultOf(error: unknown, signal?: AbortSignal): ActionResult | null {
  if (error instanceof FenceLostError) return { status: 'refused', reason: FENCE_LOST, now: null, retryAfterMs: 0 }
  if (signal?.aborted && error === signal.reason) return { status: 'cancelled', reason: CANCELLED_BEFORE_START }
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
      ...(isTransientStore(error) && { unanswered: true }),
    }
  return null
}

/**
 * Whether Gardener is down, so that a job waits for its return instead of counting an attempt.
 * Narrower than GardenError.isTransient: a server that throttles answers, and says when to retry.
 */
function isUnanswered(code: GardenError['kind'] | WriteErrorCode): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'unavailable'
}

/** Whether the database may accept a retry. An AuditError carries the reason as its cause. */
function isTransientStore(error: StoreError): boolean {
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
    ...(BLOCKED.has(code) && { blocked: true }),
  }
}

/** Codes of refusals that follow from the binding or what it refers to, not from the console's rights. */
const BLOCKED: ReadonlySet<WriteErrorCode> = new Set([
  'terminating',
  'credentials-unreadable',
  'credentials-missing',
  'quota-unreadable',
  'quota-missing',
  'in-use',
  'admission',
  'restored',
  'invalid',
])
