import { requireRole, type User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
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
      return await run({ user, params: await params, request, body: await jsonOf(request, mostBytes) })
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

/** JSON is asked for by name: what a plain form can send is refused. */
async function jsonOf(request: Request, mostBytes: number): Promise<unknown> {
  if (request.method === 'DELETE') return null
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new RefusedRequestError(415, 'The body has to be JSON, with content-type application/json.')
  const text = await request.text()
  if (text.length > mostBytes) throw new RefusedRequestError(413, `The body has more than ${mostBytes} bytes.`)
  try {
    return JSON.parse(text)
  } catch {
    throw new RefusedRequestError(400, 'The body is not JSON.')
  }
}
