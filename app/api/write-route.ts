import { requireRole, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { jsonBody } from './json-body.ts'
import { problem, RefusedRequestError } from './problem.ts'

interface WriteInput<Params> {
  readonly user: User
  readonly params: Params
  readonly request: Request
  /** The body as JSON; null when there is none. */
  readonly body: unknown
}

interface RouteLimits {
  /** A request that changes something has at most this many bytes. */
  readonly mostBytes?: number
}

/**
 * A route that changes something: refuses who is signed out and other sites, reads JSON, and answers what `run` answers, or problem+json.
 * The role is asked for by what `run` calls, so that the attempt is recorded.
 */
export function writeRoute<Params = Record<never, never>>(
  run: (input: WriteInput<Params>) => Promise<Response>,
  { mostBytes = 65_536 }: RouteLimits = {},
) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    try {
      const user = await requireRole(runtime().auth, 'viewer')
      refuseOtherSites(request)
      const body = request.method === 'DELETE' ? null : await jsonBody(request, mostBytes)
      return await run({ user, params: await params, request, body })
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return problem(error)
    }
  }
}

/** A page of another site would send the cookies along; a program sends neither of these headers. */
function refuseOtherSites(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none')
    throw new RefusedRequestError(403, 'Only pages of this console may ask for that.')
  const origin = request.headers.get('origin')
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host')
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new RefusedRequestError(403, 'Only pages of this console may ask for that.')
}
