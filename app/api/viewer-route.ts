import type { User } from '#lib/auth/session.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { requireKnownParameters } from './known-parameters.ts'
import { problem } from './problem.ts'
import { requireSender } from './sender.ts'

interface RouteInput<Params> {
  readonly user: User
  readonly context: QueryContext
  readonly params: Params
  readonly query: Readonly<Record<string, string>>
  readonly request: Request
}

/**
 * Creates a GET route for every role. Authenticates the caller and answers JSON, the Response of
 * `run`, or problem+json.
 */
export function viewerRoute<Params = Record<never, never>>(run: (input: RouteInput<Params>) => unknown) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    try {
      const user = await requireSender(request)
      const query = Object.fromEntries(requireKnownParameters(request))
      const result = await run({ user, context: runtime().context(), params: await params, query, request })
      if (result instanceof Response) return result
      return Response.json(result, { headers: { 'cache-control': 'no-store' } })
    } catch (error) {
      // The browser disconnected, for example because the page was left. This is no failure.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return problem(error)
    }
  }
}
