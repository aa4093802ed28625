interface ApiRoute {
  /** Methods of the address; GET implies HEAD. */
  readonly methods: readonly string[]
  /** Allowed query parameters. */
  readonly parameters: readonly string[]
}

const WHOLE_LIST = ['q', 'sort']
const PART = ['offset', 'limit']

const read = (...parameters: readonly string[]): ApiRoute => ({ methods: ['GET'], parameters })
const write = (): ApiRoute => ({ methods: ['POST'], parameters: [] })
const list = () => read(...WHOLE_LIST, ...PART)
const file = (...more: readonly string[]) => read(...WHOLE_LIST, 'cols', 'format', ...more)

/** Every address of the API; `:name` is a path parameter. */
export const API_ROUTES: Readonly<Record<string, ApiRoute>> = {
  '/api/v1/allowlist': { methods: ['GET', 'PUT'], parameters: [] },
  '/api/v1/allowlist/history': read('limit'),
  '/api/v1/allowlist/preview': write(),
  '/api/v1/allowlist/yaml': read('version'),
  '/api/v1/approvals': { methods: ['GET', 'POST'], parameters: ['target', 'state', 'limit'] },
  '/api/v1/approvals/decided': list(),
  '/api/v1/approvals/export': file(),
  '/api/v1/approvals/:id': read(),
  '/api/v1/approvals/:id/approve': write(),
  '/api/v1/approvals/:id/refuse': write(),
  '/api/v1/approvals/:id/withdraw': write(),
  '/api/v1/audit': read(...WHOLE_LIST, 'upTo', 'before', 'limit'),
  '/api/v1/audit/export': file('upTo'),
  '/api/v1/audit/news': read('q', 'after'),
  '/api/v1/audit/recent': read(),
  '/api/v1/audit/:seq': read(),
  '/api/v1/bindings': list(),
  '/api/v1/bindings/export': file(),
  '/api/v1/bindings/matching': read(...WHOLE_LIST),
  '/api/v1/bindings/:kind/:name': read(),
  '/api/v1/bindings/:kind/:name/actions/:action': write(),
  '/api/v1/bindings/:kind/:name/actions/:action/preview': write(),
  '/api/v1/bindings/:kind/:name/changes': read('from', 'to'),
  '/api/v1/bindings/:kind/:name/timeline': read('before'),
  '/api/v1/bindings/:kind/:name/yaml': read(),
  '/api/v1/claims': { methods: ['GET', 'POST'], parameters: ['tenant', 'pool', 'status', ...PART] },
  '/api/v1/claims/:id': { methods: ['GET', 'PATCH', 'DELETE'], parameters: [] },
  '/api/v1/events': read('since'),
  '/api/v1/find': read('q'),
  '/api/v1/global-accounts': read(...WHOLE_LIST, ...PART, 'start'),
  '/api/v1/global-accounts/export': file(),
  '/api/v1/global-accounts/:id': read(),
  '/api/v1/global-accounts/:id/timeline': read('before'),
  '/api/v1/global-accounts/:id/queue': read(),
  '/api/v1/health': read(),
  '/api/v1/history': read('window', 'pool'),
  '/api/v1/jobs': { methods: ['GET', 'POST'], parameters: [...WHOLE_LIST, ...PART] },
  '/api/v1/jobs/export': file(),
  '/api/v1/jobs/offers': write(),
  '/api/v1/jobs/plan': write(),
  '/api/v1/jobs/trial': write(),
  '/api/v1/jobs/:id': read('status', ...PART),
  '/api/v1/jobs/:id/cancel': { methods: ['POST'], parameters: [] },
  '/api/v1/jobs/:id/retry': { methods: ['POST'], parameters: [] },
  '/api/v1/landscape': read(),
  '/api/v1/landscape/accept': write(),
  '/api/v1/openapi.json': read(),
  '/api/v1/operators/kubeconfigs': { methods: ['GET', 'POST'], parameters: [...WHOLE_LIST, ...PART] },
  '/api/v1/operators/kubeconfigs/export': file(),
  '/api/v1/operators/kubeconfigs/preview': write(),
  '/api/v1/operators/kubeconfigs/revocations': write(),
  '/api/v1/operators/kubeconfigs/:name': read(),
  '/api/v1/operators/kubeconfigs/:name/delete': write(),
  '/api/v1/operators/kubeconfigs/:name/download': write(),
  '/api/v1/operators/kubeconfigs/:name/events': read(),
  '/api/v1/operators/kubeconfigs/:name/revoke': write(),
  '/api/v1/operators/kubeconfigs/:name/rotate': write(),
  '/api/v1/operators/kubeconfigs/:name/yaml': read(),
  '/api/v1/operators/clusters': { methods: ['GET', 'POST'], parameters: [...WHOLE_LIST, ...PART] },
  '/api/v1/operators/clusters/preview': write(),
  '/api/v1/operators/clusters/export': file(),
  '/api/v1/operators/clusters/:name': read(),
  '/api/v1/operators/clusters/:name/events': read(),
  '/api/v1/operators/clusters/:name/yaml': read(),
  '/api/v1/operators/clusters/:name/delete': write(),
  '/api/v1/operators/subscription-requests': { methods: ['GET', 'POST'], parameters: [...WHOLE_LIST, ...PART] },
  '/api/v1/operators/subscription-requests/preview': write(),
  '/api/v1/operators/subscription-requests/export': file(),
  '/api/v1/operators/subscription-requests/:name': read(),
  '/api/v1/operators/subscription-requests/:name/events': read(),
  '/api/v1/operators/subscription-requests/:name/yaml': read(),
  '/api/v1/operators/subscription-requests/:name/delete': write(),
  '/api/v1/operators/uses': read('kind', 'name', 'ga'),
  '/api/v1/operators/waiting': read(),
  '/api/v1/operators/cleaning': list(),
  '/api/v1/operators/cleaning/export': file(),
  '/api/v1/operators/controllers': read(),
  '/api/v1/overview': read(),
  '/api/v1/pools': read(...WHOLE_LIST),
  '/api/v1/pools/export': file(),
  '/api/v1/pools/:key': read(),
  '/api/v1/pools/:key/queue': read(),
  '/api/v1/queues': read(),
  '/api/v1/rules': { methods: ['GET', 'PUT'], parameters: [] },
  '/api/v1/rules/check': write(),
  '/api/v1/rules/config-map': write(),
  '/api/v1/rules/coverage': write(),
  '/api/v1/rules/drift': read(),
  '/api/v1/rules/impact': write(),
  '/api/v1/rules/impact/file': write(),
  '/api/v1/rules/impact/rows': write(),
  '/api/v1/rules/revisions': read('limit', 'before'),
  '/api/v1/rules/revisions/:number': read('from'),
  '/api/v1/rules/revisions/:number/restore': write(),
  '/api/v1/rules/revisions/:number/yaml': read('form'),
  '/api/v1/rules/seen': read(),
  '/api/v1/sessions': read(),
  '/api/v1/sessions/:id/end': write(),
  '/api/v1/settings': read(),
  '/api/v1/shoots': list(),
  '/api/v1/shoots/export': file(),
  '/api/v1/simulator/compare': write(),
  '/api/v1/simulator/compare-matrix': write(),
  '/api/v1/simulator/evaluate': write(),
  '/api/v1/simulator/links': write(),
  '/api/v1/simulator/links/:id': read(),
  '/api/v1/simulator/matrix': write(),
  '/api/v1/tokens': { methods: ['GET', 'POST'], parameters: [] },
  '/api/v1/tokens/:id': { methods: ['DELETE'], parameters: [] },
  '/api/v1/views': { methods: ['GET', 'POST'], parameters: ['page'] },
  '/api/v1/views/:id': { methods: ['PATCH', 'DELETE'], parameters: [] },
}

const PATTERNS = Object.entries(API_ROUTES).map(
  ([address, route]) =>
    [new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`), route] as const,
)

/**
 * Finds the route of an address; null without one. Literal segments take precedence over
 * parameters.
 */
export function apiRoute(pathname: string): ApiRoute | null {
  return PATTERNS.find(([pattern]) => pattern.test(pathname))?.[1] ?? null
}

/** Methods for the `Allow` header, with the implied HEAD and OPTIONS. */
export function allowOf({ methods }: ApiRoute): readonly string[] {
  return [...methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

/** Describes an unknown or repeated parameter of an address; null when all are valid. */
export function wrongParameters({ pathname, searchParams }: URL): string | null {
  const route = apiRoute(pathname)
  if (route === null) return null
  const { parameters } = route
  const unknown = [...new Set(searchParams.keys())].filter(name => !parameters.includes(name))
  if (unknown.length === 0) return namedTwice(searchParams)
  const names = unknown.slice(0, MOST_NAMED).map(name => `"${name.slice(0, MOST_OF_NAME)}"`)
  const there = parameters.length === 0 ? 'It has no parameters.' : `Parameters: ${parameters.join(', ')}.`
  return `Unknown ${unknown.length === 1 ? 'parameter' : 'parameters'} ${names.join(', ')}. ${there}`
}

/** A repeated parameter is ambiguous. */
function namedTwice(searchParams: URLSearchParams): string | null {
  const twice = [...searchParams.keys()].find((name, at, all) => all.indexOf(name) < at)
  return twice === undefined ? null : `The parameter "${twice}" is there twice. Name it once.`
}

const MOST_NAMED = 5
const MOST_OF_NAME = 40
