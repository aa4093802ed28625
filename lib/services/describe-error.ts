import { ZodError } from 'zod'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { RenderedForAnotherError } from '#lib/auth/rendered-for.ts'
import { NotAuthorisedError } from '#lib/auth/session.ts'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { NotFoundError, RefusedRequestError } from '#lib/http/request-errors.ts'
import { formatInputProblems } from '#lib/input-problems.ts'
import { StoreConflictError, StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { ClaimError } from './claims/claim-errors.ts'
import { RefusedError } from './refused-error.ts'

/** A server action failed without an answer of its own: signed out, database down, unexpected error. */
export interface FailedAction {
  readonly kind: 'no-answer'
  readonly status: number
  readonly reason: string
}

/** Returns what a server action answers to an error it caught. */
export function buildFailedAction(error: unknown): FailedAction {
  const { status, detail } = describeError(error)
  return { kind: 'no-answer', status, reason: detail }
}

const GARDEN_STATUS: Partial<Record<GardenErrorKind, number>> = {
  'not-found': 404,
  forbidden: 403,
  conflict: 409,
  timeout: 504,
}

/**
 * Returns the HTTP status and the message of an error, for a route or a server action. Messages of known errors are shown; the
 * text of an unexpected error stays in the log, under the reference that the message names.
 */
export function describeError(error: unknown): { status: number; detail: string } {
  if (error instanceof NotAuthorisedError)
    return { status: error.reason === 'signed-out' ? 401 : 403, detail: error.message }
  if (error instanceof RenderedForAnotherError) return { status: 403, detail: error.message }
  if (error instanceof BadTokenError) return { status: 401, detail: error.message }
  if (error instanceof RefusedRequestError || error instanceof ClaimError || error instanceof RefusedError)
    return { status: error.status, detail: error.message }
  if (error instanceof NotFoundError) return { status: 404, detail: error.message }
  if (error instanceof ZodError) {
    return { status: 400, detail: formatInputProblems(error, 'body').join('; ') }
  }
  if (error instanceof GardenError) return { status: GARDEN_STATUS[error.kind] ?? 503, detail: error.message }
  if (error instanceof StoreError)
    return { status: error instanceof StoreConflictError ? 409 : 503, detail: error.message }
  const reference = logError(error)
  return { status: 500, detail: `Something failed on the server. The log has the cause under reference ${reference}.` }
}
