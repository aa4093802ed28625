import { forbidden, type ResourceName } from '#embedded-garden/http/errors.ts'
import type { Representation } from '#embedded-garden/http/negotiation.ts'
import type { RequestInfo, ResourceRequest } from '#embedded-garden/http/request-info.ts'

/** The parts of a request that the guard checks. */
interface GuardedRequest {
  readonly resource: ResourceName & { readonly storage: string }
  readonly representation: Pick<Representation, 'form'>
  readonly info: Pick<RequestInfo, 'query' | 'path'>
  readonly target: Pick<ResourceRequest, 'verb' | 'name'>
  readonly userAgent: string
}

const SECRETS = new Set(['secrets', 'internalsecrets.core.gardener.cloud'])

/** Refuses and records requests of one program for Secret data, so that a test can prove that it sends none. */
export class SecretGuard {
  readonly #userAgent: string | null
  readonly #refused: string[] = []

  /** `userAgent`: prefix of the User-Agent to refuse; null disables the guard. */
  constructor(userAgent: string | null) {
    this.#userAgent = userAgent
  }

  /** The refused requests, as `VERB path`. */
  get refused(): readonly string[] {
    return this.#refused
  }

  /** Throws 403 when the response would contain Secret data and the request comes from the guarded program. */
  check({ resource, representation, info, target, userAgent }: GuardedRequest): void {
    if (this.#userAgent === null || !userAgent.startsWith(this.#userAgent) || !SECRETS.has(resource.storage)) return
    const whole = representation.form === 'object' || info.query.get('includeObject') === 'Object'
    // The response to a deletion is a Status; the metadata-only form contains no data.
    if (!whole || target.verb === 'delete' || target.verb === 'deletecollection') return
    this.#refused.push(`${target.verb} ${info.path}`)
    throw forbidden(resource, target.name, 'this test garden refuses Secret data to the program under test')
  }
}
