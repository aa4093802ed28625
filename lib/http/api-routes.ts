import { onePerProcess } from '#lib/util/across-bundles.ts'
import { problemResponse } from './problem-response.ts'

/** Message for an address without a route. */
export const NO_SUCH_ADDRESS = 'The API does not have this address.'

/** A path of the API; `:name` is a path parameter. */
interface ApiPath {
  readonly path: string
  /** GET implies HEAD. */
  readonly methods: readonly string[]
  /** Allowed query parameters. */
  readonly parameters: readonly string[]
}

/** The paths of the API with their methods, for what happens outside of the handlers. */
export class ApiRoutes {
  /** Literal segments precede parameters, so that the first match is the right one. */
  readonly paths: readonly ApiPath[]
  readonly #patterns: readonly (readonly [RegExp, ApiPath])[]

  constructor(paths: readonly ApiPath[]) {
    const order = ({ path }: ApiPath) => path.replaceAll(/:\w+/g, '\uffff')
    this.paths = paths.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    this.#patterns = this.paths.map(each => [patternOf(each.path), each])
  }

  /** Finds the path of a URL; null without one. */
  find(pathname: string): ApiPath | null {
    return this.#patterns.find(([pattern]) => pattern.test(pathname))?.[1] ?? null
  }

  /**
   * Answers an API request without a route; null when a route exists. Next.js would answer with an
   * HTML page or an empty body.
   */
  refuse(method: string, pathname: string): Response | null {
    if (!/^\/api(\/|$)/.test(pathname) || /^\/api\/auth\//.test(pathname)) return null
    const found = this.find(pathname)
    if (found === null) return problemResponse(404, NO_SUCH_ADDRESS)
    const allowed = allowedMethods(found)
    if (allowed.includes(method)) return null
    const allow = allowed.join(', ')
    return problemResponse(405, `This address does not accept ${method}. It accepts ${allow}.`, { allow })
  }
}

/** Methods for the `Allow` header, with the implied HEAD and OPTIONS. */
export function allowedMethods({ methods }: Pick<ApiPath, 'methods'>): readonly string[] {
  return [...methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`)
}

interface Provided {
  routes: ApiRoutes | null
}

const provided = () => onePerProcess<Provided>('api-routes', () => ({ routes: null }))

/** The routes of the API for other bundles of the process; null before the runtime has started. */
export function apiRoutes(): ApiRoutes | null {
  return provided().routes
}

/** Provides the routes to every bundle of the process. */
export function provideApiRoutes(routes: ApiRoutes): void {
  provided().routes = routes
}
