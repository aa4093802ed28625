import { isToken } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from '#lib/http/request-origin.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { jsonBody } from './json-body.ts'
import { requireKnownParameters } from './known-parameters.ts'
import { problem } from './problem.ts'
import { requireSender } from './sender.ts'

interface Question<Params> {
  readonly user: User
  readonly params: Params
  readonly request: Request
  /** The body as JSON. */
  readonly body: unknown
  readonly context: QueryContext
}

/**
 * Creates a POST route that computes an answer from a body for every role. Changes and records
 * nothing. Answers JSON, the Response of `run`, or problem+json.
 */
export function questionRoute<Params = Record<never, never>>(
  run: (question: Question<Params>) => unknown,
  { mostBytes = 65_536 }: { readonly mostBytes?: number } = {},
) {
  return async (request: Request, { params: given }: { params: Promise<Params> }): Promise<Response> => {
    try {
      const user = await requireSender(request)
      if (!isToken(user) && isCrossSite(request.headers)) throw new RefusedRequestError(403, CROSS_SITE_REFUSAL)
      requireKnownParameters(request)
      const params = (await given) ?? ({} as Params)
      const body = await jsonBody(request, mostBytes)
      const answer = await run({ user, params, request, body, context: runtime().context() })
      if (answer instanceof Response) return answer
      return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: 499 })
      return problem(error)
    }
  }
}
