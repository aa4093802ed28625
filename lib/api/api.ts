import { Hono } from 'hono'
import { z } from 'zod'
import { ApiRoutes, allowedMethods, NO_SUCH_ADDRESS } from '#lib/http/api-routes.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { ALLOWLIST } from './allowlist.ts'
import { APPROVALS } from './approvals.ts'
import { AUDIT } from './audit.ts'
import { BINDINGS } from './bindings.ts'
import { CLAIMS } from './claims.ts'
import { CLUSTERS } from './clusters.ts'
import { CUSTOM_RESOURCES } from './custom-resources.ts'
import { EVENTS } from './events.ts'
import { GLOBAL_ACCOUNTS } from './global-accounts.ts'
import { handleRequest } from './handle-request.ts'
import { JOBS } from './jobs.ts'
import { KUBECONFIGS } from './kubeconfigs.ts'
import { LANDSCAPE } from './landscape.ts'
import { openApiDocument } from './openapi-document.ts'
import { type ClientType, type Operation, type Resource, type Route, read } from './operation.ts'
import { OPERATORS } from './operators.ts'
import { OVERVIEW } from './overview.ts'
import { POOLS } from './pools.ts'
import { QUEUES } from './queues.ts'
import { Reply } from './reply.ts'
import { REVISIONS } from './revisions.ts'
import { RULES } from './rules.ts'
import { RULES_IMPACT } from './rules-impact.ts'
import { SESSIONS } from './sessions.ts'
import { SETTINGS } from './settings.ts'
import { SHARED } from './shared-schemas.ts'
import { SHOOTS } from './shoots.ts'
import { SIMULATOR } from './simulator.ts'
import { SUBSCRIPTION_REQUESTS } from './subscription-requests.ts'
import { TOKENS } from './tokens.ts'
import { VIEWS } from './views.ts'

const BASE = '/api/v1'

let document: string | null = null

/** The description of the API itself. It does not depend on the request, so it is built once. */
const DESCRIPTION: Resource = {
  routes: [
    read('/openapi.json', {
      summary: 'Get this OpenAPI document',
      answers: { 200: z.record(z.string(), z.unknown()) },
      run: () => {
        document ??= JSON.stringify(openApiDocument(RESOURCES))
        return new Reply<Readonly<Record<string, unknown>>>(document, { status: 200, headers: {} })
      },
    }),
  ],
}

/** The resources with the types that clients derive from them. */
const TYPED = [
  SHARED,
  CUSTOM_RESOURCES,
  ALLOWLIST,
  APPROVALS,
  AUDIT,
  BINDINGS,
  CLAIMS,
  CLUSTERS,
  EVENTS,
  GLOBAL_ACCOUNTS,
  JOBS,
  KUBECONFIGS,
  LANDSCAPE,
  OPERATORS,
  OVERVIEW,
  POOLS,
  QUEUES,
  RULES,
  REVISIONS,
  RULES_IMPACT,
  SESSIONS,
  SETTINGS,
  SHOOTS,
  SIMULATOR,
  SUBSCRIPTION_REQUESTS,
  TOKENS,
  VIEWS,
] as const

/** Every resource of the API. */
export const RESOURCES: readonly Resource[] = [...TYPED, DESCRIPTION]

type Read = Extract<(typeof TYPED)[number]['routes'][number], { readonly kind: 'read' }>

/** What clients know of each GET of the API: its query parameters and its answer. */
export type ApiReads = {
  readonly [Each in Read as Each['path']]: {
    readonly query: NonNullable<Each['names']>
    readonly answer: ClientType<Each['answers'][200]>
  }
}

const BY_PATH = Map.groupBy(
  RESOURCES.flatMap(({ routes }) => routes),
  ({ path }) => `${BASE}${path}`,
)

/** Every path of the API with its methods and parameters. */
export const API_ROUTES = new ApiRoutes(
  Array.from(BY_PATH, ([path, routes]) => ({
    path,
    methods: routes.map(({ method }) => method),
    parameters: [...new Set(routes.flatMap(queryNames))],
  })),
)

function queryNames({ query }: Operation): readonly string[] {
  if (query === undefined) return []
  const variants = query instanceof z.ZodUnion ? query.options : [query]
  return variants.flatMap(({ shape }) => Object.keys(shape))
}

const HONO = createHono()

function createHono(): Hono {
  const hono = new Hono({ strict: false })
  for (const { path, methods, parameters } of API_ROUTES.paths) {
    const answer = (route: Route) =>
      hono.on(route.method, path, ({ req }) => handleRequest(route, req.raw, { params: req.param(), parameters }))
    BY_PATH.get(path)?.forEach(answer)
    const allow = allowedMethods({ methods }).toSorted().join(', ')
    hono.on('OPTIONS', path, () => new Response(null, { status: 204, headers: { allow } }))
  }
  const refuse = ({ method, url }: Request) => API_ROUTES.refuse(method, new URL(url).pathname)
  return hono.notFound(({ req }) => refuse(req.raw) ?? problemResponse(404, NO_SUCH_ADDRESS))
}

/** Answers a request below /api/v1. */
export async function answerApi(request: Request): Promise<Response> {
  return HONO.fetch(request)
}
