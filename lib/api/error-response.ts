import { BadTokenError } from '#lib/auth/bad-token.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { describeError } from '#lib/services/describe-error.ts'

/** Challenge for an invalid token (RFC 6750). */
const BAD_TOKEN = 'Bearer error="invalid_token"'

/** Wait after a refusal for too many changes or connections, which become possible one at a time. */
const RETRY_SECONDS = 5

/**
 * Converts an error to problem+json (RFC 9457). Only known messages are exposed; other errors are
 * logged with a reference.
 */
export function errorResponse(error: unknown): Response {
  const { status, detail } = describeError(error)
  const retryAfter = error instanceof ClaimError ? error.retryAfter : status === 429 ? RETRY_SECONDS : null
  return problemResponse(status, detail, {
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    ...(status === 401 && { 'www-authenticate': error instanceof BadTokenError ? BAD_TOKEN : 'Bearer' }),
  })
}
