export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** Verb and resource of a request, parsed from its method and URL. */
export interface RequestInfo {
  /** The verb for authorization; for non-resource paths, the method in lower case. */
  readonly verb: string
  readonly path: string
  readonly query: URLSearchParams
  readonly resource: ResourceRequest | null
}

export interface ResourceRequest {
  readonly verb: Verb
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly namespace: string
  readonly name: string
  readonly subresource: string
}

const METHOD_VERBS: Readonly<Record<string, Verb>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Subresources of a namespace: `/namespaces/NAME/…` otherwise addresses a resource inside it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Parses method and URL as kube-apiserver does. */
export function parseRequest(method: string, url: string): RequestInfo {
  const { pathname, searchParams: query } = new URL(url, 'https://garden')
  const path = pathname
  const verb = METHOD_VERBS[method] ?? 'get'
  const parts = path
    .split('/')
    .filter(part => part !== '')
    .map(safeDecode)
  const located = locate(parts)
  if (!located) return { verb: method === 'HEAD' ? 'get' : method.toLowerCase(), path, query, resource: null }
  const { group, version, rest } = located
  const target = readTarget(rest)
  const resource: ResourceRequest = { group, version, ...target, verb: refine(verb, target.name, query) }
  return { verb: resource.verb, path, query, resource }
}

/** Splits off group and version; null when no resource follows them in the path. */
function locate(parts: readonly string[]): { group: string; version: string; rest: readonly string[] } | null {
  const [root, first, second] = parts
  if (root === 'api' && first && parts.length > 2) return { group: '', version: first, rest: parts.slice(2) }
  if (root === 'apis' && first && second && parts.length > 3)
    return { group: first, version: second, rest: parts.slice(3) }
  return null
}

function readTarget(rest: readonly string[]): Pick<ResourceRequest, 'plural' | 'namespace' | 'name' | 'subresource'> {
  const [first = '', second = '', third = ''] = rest
  const inNamespace = first === 'namespaces' && rest.length > 2 && !NAMESPACE_SUBRESOURCES.has(third)
  if (inNamespace) {
    const [plural = '', name = '', ...subresource] = rest.slice(2)
    return { plural, namespace: second, name, subresource: subresource.join('/') }
  }
  const namespace = first === 'namespaces' ? second : ''
  return { plural: first, namespace, name: second, subresource: rest.slice(2).join('/') }
}

function refine(verb: Verb, name: string, query: URLSearchParams): Verb {
  if (verb === 'delete' && name === '') return 'deletecollection'
  if (verb !== 'get' || name !== '') return verb
  return isTrue(query.get('watch')) ? 'watch' : 'list'
}

/** A boolean parameter as kube-apiserver reads it: present without a value counts as true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0'
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
