import { ZodError } from 'zod'
import { isToken } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from '#lib/http/request-origin.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { describeError } from '#lib/services/describe-error.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { jsonBody } from './json-body.ts'
import { requireKnownParameters } from './known-parameters.ts'
import { problem } from './problem.ts'
import { requestIdOf } from './request-id.ts'
import { requireSender } from './sender.ts'

/** Caller and parameters of a write, known before its body is read. */
export interface WriteAttempt<Params> {
  readonly user: User
  readonly params: Params
  readonly request: Request
}

interface WriteInput<Params> extends WriteAttempt<Params> {
  /** The body as JSON; null for DELETE, which has none. */
  readonly body: unknown
}

/** Name of an attempt in the audit log, and its authorization. */
interface RouteEntry<Params> {
  readonly action: string | ((params: Params) => string)
  /** Audit key of the object in the address. */
  target?(params: Params): string
  /**
   * Refuses and records a missing role before the body is read. Default: every role may call the
   * route.
   */
  authorise?(attempt: WriteAttempt<Params>): Promise<void>
}

interface RouteLimits {
  /** Maximum size of the body in bytes. */
  readonly mostBytes?: number
}

/**
 * Creates a route that writes. Refuses requests without a session or token and requests of other
 * sites, parses JSON, and answers the Response of `run` or problem+json. Services check the role,
 * so that they record the attempt. Invalid requests of a user are recorded here. Unauthenticated
 * ones are not, because anyone could flood the audit log with them.
 */
export function writeRoute<Params = Record<never, never>>(
  entry: RouteEntry<Params>,
  run: (input: WriteInput<Params>) => Promise<Response>,
  { mostBytes = 65_536 }: RouteLimits = {},
) {
  return async (request: Request, { params: given }: { params: Promise<Params> }): Promise<Response> => {
    // Next.js passes undefined params to a route without dynamic segments.
    const params = (await given) ?? ({} as Params)
    let user: User | null = null
    try {
      user = await requireSender(request, { writes: true })
      // Browsers attach cookies to requests of other sites, but never a token.
      if (!isToken(user) && isCrossSite(request.headers)) throw new RefusedRequestError(403, CROSS_SITE_REFUSAL)
      requireKnownParameters(request)
      const attempt = { user, params, request }
      await entry.authorise?.(attempt)
      const body = request.method === 'DELETE' ? null : await jsonBody(request, mostBytes)
      return await run({ ...attempt, body })
    } catch (error) {
      if (user && isOfRequest(error)) await record(user, request, error, { ...entry, params })
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return problem(error)
    }
  }
}

/** Errors that occur outside of the services, which therefore did not record them. */
function isOfRequest(error: unknown): error is Error {
  if (error instanceof ClaimError) return error.status === 404
  return error instanceof RefusedRequestError || error instanceof ZodError
}

/** Records a refused request. A failure of the record does not change the refusal. */
async function record<Params>(
  user: User,
  request: Request,
  error: Error,
  { action, target, params }: RouteEntry<Params> & { readonly params: Params },
): Promise<void> {
  const called = typeof action === 'string' ? action : action(params)
  const attempt = { user, requestId: requestIdOf(request) }
  const draft = attemptDraft(called, attempt, target ? [target(params)] : [])
  try {
    await runtime().audit.refused(draft, describeError(error).detail.slice(0, 1_000))
  } catch (failure) {
    if (!(failure instanceof StoreError)) logError(failure)
  }
}
