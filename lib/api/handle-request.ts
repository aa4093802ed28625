import { ZodError, z } from 'zod'
import { isToken } from '#lib/auth/api-token.ts'
import { refuseWhileObserving } from '#lib/auth/refuse-writes.ts'
import type { User } from '#lib/auth/session.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from '#lib/http/request-origin.ts'
import { parseInput } from '#lib/input-problems.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { describeError } from '#lib/services/describe-error.ts'
import { DATABASE_UNAVAILABLE, StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { noteRequestUser } from '#lib/telemetry/request-scope.ts'
import { checkReply } from './check-reply.ts'
import { taggedResponse } from './entity-tag.ts'
import { errorResponse } from './error-response.ts'
import { jsonBody } from './json-body.ts'
import type { Route } from './operation.ts'
import { jsonResponse, Reply, reply } from './reply.ts'
import { requestIdOf, senderOf } from './sender.ts'

const MAX_BYTES = 65_536

type Params = Readonly<Record<string, string>>

/**
 * Answers a request with its route: authenticates the caller, refuses pages of other sites and
 * unknown parameters, parses query or body, and answers JSON, the response of the handler, or
 * problem+json. `parameters` are the allowed query parameters of the path.
 *
 * Services check the role of a write, so that they record the attempt. Invalid writes of a user are
 * recorded here. Unauthenticated ones are not, because anyone could flood the audit log with them.
 */
export async function handleRequest(
  route: Route,
  request: Request,
  { params, parameters }: { readonly params: Params; readonly parameters: readonly string[] },
): Promise<Response> {
  let user: User | null = null
  try {
    const sender = await senderOf(request, { writes: route.kind === 'write', attended: route.attended ?? true })
    user = sender.user
    noteRequestUser(user.id)
    // Browsers attach cookies to requests of other sites, but never a token.
    if (route.kind !== 'read' && !isToken(user) && isCrossSite(request.headers))
      throw new RefusedRequestError(403, CROSS_SITE_REFUSAL)
    const { searchParams } = requireKnownParameters(request, parameters)
    return toResponse(route, request, await run(route, { ...sender, params, request, searchParams }))
  } catch (error) {
    if (route.kind === 'write' && user && isOfRequest(error))
      await recordRefusal(route, { user, params, request }, error)
    // The browser disconnected, for example because the page was left. This is no failure.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    // Without a session or token nothing is known of the caller.
    if (user === null && error instanceof StoreError) return problemResponse(503, DATABASE_UNAVAILABLE)
    return errorResponse(error)
  }
}

/** Describes an unknown or repeated query parameter; null when all are allowed. */
export function describeWrongParameters(given: URLSearchParams, allowed: readonly string[]): string | null {
  const unknown = [...new Set(given.keys())].filter(name => !allowed.includes(name))
  if (unknown.length === 0) return describeRepeated(given)
  const names = unknown.slice(0, MAX_NAMES).map(name => `"${name.slice(0, MAX_NAME_LENGTH)}"`)
  const hint = allowed.length === 0 ? 'It has no parameters.' : `Parameters: ${allowed.join(', ')}.`
  return `Unknown ${unknown.length === 1 ? 'parameter' : 'parameters'} ${names.join(', ')}. ${hint}`
}

/** A repeated parameter is ambiguous. */
function describeRepeated(given: URLSearchParams): string | null {
  const twice = [...given.keys()].find((name, at, all) => all.indexOf(name) < at)
  return twice === undefined ? null : `The parameter "${twice}" is given twice. Give it once.`
}

const MAX_NAMES = 5
const MAX_NAME_LENGTH = 40

interface Attempt {
  readonly user: User
  readonly params: Params
  readonly request: Request
}

function requireKnownParameters({ url }: Request, parameters: readonly string[]): URL {
  const address = new URL(url)
  const wrong = describeWrongParameters(address.searchParams, parameters)
  if (wrong !== null) throw new RefusedRequestError(400, wrong)
  return address
}

async function run(
  route: Route,
  {
    searchParams,
    session,
    ...call
  }: Attempt & { readonly session: string | null; readonly searchParams: URLSearchParams },
): Promise<unknown> {
  const { request } = call
  const maxBytes = route.maxBytes ?? MAX_BYTES
  if (route.kind === 'read') {
    const given = Object.fromEntries(searchParams)
    const query = route.query instanceof z.ZodObject ? parseInput(route.query, given) : given
    return route.run({ ...call, session, context: runtime().context(), query: query as never })
  }
  if (route.kind === 'compute') {
    const body = await jsonBody(request, maxBytes)
    return route.run({ ...call, body, context: runtime().context() })
  }
  refuseWhileObserving(runtime().auth, route)
  const attempt = { ...call, requestId: requestIdOf(request) }
  await route.entry.authorise?.(attempt as never)
  const body = request.method === 'DELETE' ? null : await jsonBody(request, maxBytes)
  return route.run({ ...attempt, body })
}

function toResponse(route: Route, request: Request, result: unknown): Response {
  if (result instanceof Response) {
    if (request.method === 'HEAD') void result.body?.cancel()
    return result
  }
  const answer = result instanceof Reply ? result : reply(result)
  checkReply(route, answer)
  return route.tagged === 'answer' ? taggedResponse(request, answer) : jsonResponse(answer.json, answer)
}

/** Errors that occur outside of the services, which therefore did not record them. */
function isOfRequest(error: unknown): error is Error {
  if (error instanceof ClaimError) return error.status === 404
  return error instanceof RefusedRequestError || error instanceof ZodError
}

/** Records a refused write. A failure of the record does not change the refusal. */
async function recordRefusal(
  { entry: { action, target } }: Extract<Route, { readonly kind: 'write' }>,
  { user, params, request }: Attempt,
  error: Error,
): Promise<void> {
  const name = typeof action === 'string' ? action : action(params as never)
  const draft = attemptDraft(name, { user, requestId: requestIdOf(request) }, target ? [target(params as never)] : [])
  try {
    await runtime().audit.refused(draft, describeError(error).detail.slice(0, 1_000))
  } catch (failure) {
    if (!(failure instanceof StoreError)) logError(failure)
  }
}
