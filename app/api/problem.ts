import { BadTokenError } from '#lib/auth/bad-token.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { describeError } from '#lib/services/describe-error.ts'

/** What RFC 6750 has a program be told. */
const BAD_TOKEN = 'Bearer error="invalid_token"'

/** An error as the answer of a route (RFC 9457). Only texts of our own reach the answer; anything else is logged under its reference. */
export function problem(error: unknown): Response {
  const { status, detail } = describeError(error)
  const retryAfter = error instanceof ClaimError ? error.retryAfter : null
  return problemResponse(status, detail, {
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    ...(status === 401 && { 'www-authenticate': error instanceof BadTokenError ? BAD_TOKEN : 'Bearer' }),
  })
}
