import { ZodError } from 'zod'
import { isToken } from '#lib/auth/bearer.ts'
import type { User } from '#lib/auth/session.ts'
import { isFromOtherSite, ONLY_OWN_PAGES } from '#lib/http/other-site.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
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

/** Who asks for what, as far as is known before the body is read. */
export interface WriteAttempt<Params> {
  readonly user: User
  readonly params: Params
  readonly request: Request
}

interface WriteInput<Params> extends WriteAttempt<Params> {
  /** The body as JSON; null when there is none. */
  readonly body: unknown
}

/** What an attempt is called in the audit log, and who may make it. */
interface RouteEntry<Params> {
  readonly action: string | ((params: Params) => string)
  /** Key of what the address names. */
  target?(params: Params): string
  /** Refuses who lacks the role, and records that: they hear of it before anything of their body. Default: everybody may who may sign in. */
  authorise?(attempt: WriteAttempt<Params>): Promise<void>
}

interface RouteLimits {
  /** A request that changes something has at most this many bytes. */
  readonly mostBytes?: number
}

/**
 * A route that changes something: refuses who is signed out and other sites, reads JSON, and answers what `run` answers, or problem+json.
 * The role is asked for by services, so that the attempt is recorded. A request of somebody signed in that is itself not in
 * order is recorded here; who is signed out leaves no trace, since anybody could fill the log so.
 */
export function writeRoute<Params = Record<never, never>>(
  entry: RouteEntry<Params>,
  run: (input: WriteInput<Params>) => Promise<Response>,
  { mostBytes = 65_536 }: RouteLimits = {},
) {
  return async (request: Request, { params: given }: { params: Promise<Params> }): Promise<Response> => {
    // Next.js gives none at all to a route whose address has no parts that vary.
    const params = (await given) ?? ({} as Params)
    let user: User | null = null
    try {
      user = await requireSender(request, { writes: true })
      // A browser sends cookies along by itself, a token never.
      if (!isToken(user) && isFromOtherSite(request.headers)) throw new RefusedRequestError(403, ONLY_OWN_PAGES)
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

/** What the services do not see, and so do not record. */
function isOfRequest(error: unknown): error is Error {
  if (error instanceof ClaimError) return error.status === 404
  return error instanceof RefusedRequestError || error instanceof ZodError
}

/** Nothing hangs on the note: it is refused either way. */
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
