import { ZodError } from 'zod'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { DrawnForAnotherError } from '#lib/auth/drawn-for.ts'
import { NotAuthorisedError } from '#lib/auth/session.ts'
import { GardenError, type GardenErrorKind } from '#lib/garden/client/garden-error.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { inputProblems } from '#lib/input-problems.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { StoreConflictError, StoreError } from '#lib/store/failure/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'

/** Something the address names does not exist. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/** A request that is not in order, whatever it asks for; with 503 one that may be in order later. */
export class RefusedRequestError extends Error {
  override readonly name = 'RefusedRequestError'
  readonly status: 400 | 403 | 412 | 413 | 415 | 428 | 429 | 503

  constructor(status: RefusedRequestError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** What RFC 6750 has a program be told. */
const BAD_TOKEN = 'Bearer error="invalid_token"'

const GARDEN_STATUS: Partial<Record<GardenErrorKind, number>> = {
  'not-found': 404,
  forbidden: 403,
  conflict: 409,
  timeout: 504,
}

/** An error as the answer of a route (RFC 9457). Only texts of our own reach the answer; anything else is logged under its reference. */
export function problem(error: unknown): Response {
  const { status, detail } = answerTo(error)
  const retryAfter = error instanceof ClaimError ? error.retryAfter : null
  return problemResponse(status, detail, {
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    ...(status === 401 && { 'www-authenticate': error instanceof BadTokenError ? BAD_TOKEN : 'Bearer' }),
  })
}

/** Status and words of an error, for a route or an action. What nobody foresaw is logged under the reference its words name. */
export function answerTo(error: unknown): { status: number; detail: string } {
  if (error instanceof NotAuthorisedError)
    return { status: error.reason === 'signed-out' ? 401 : 403, detail: error.message }
  if (error instanceof DrawnForAnotherError) return { status: 403, detail: error.message }
  if (error instanceof BadTokenError) return { status: 401, detail: error.message }
  if (error instanceof RefusedRequestError || error instanceof ClaimError || error instanceof RefusedError)
    return { status: error.status, detail: error.message }
  if (error instanceof NotFoundError) return { status: 404, detail: error.message }
  if (error instanceof ZodError) {
    return { status: 400, detail: inputProblems(error, 'body').join('; ') }
  }
  if (error instanceof GardenError) return { status: GARDEN_STATUS[error.kind] ?? 503, detail: error.message }
  if (error instanceof StoreError)
    return { status: error instanceof StoreConflictError ? 409 : 503, detail: error.message }
  const reference = logError(error)
  return { status: 500, detail: `Something failed on the server. The log has the cause under reference ${reference}.` }
}
