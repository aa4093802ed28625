import type { RouteConfig } from '../cases/route.ts'
import { isLegalLabelValue } from '../pools/label-value.ts'
import type { Request } from '../request.ts'
import type { Asking } from './asking.ts'
import { type Destination, destinationKey, destinationOf } from './destination.ts'

/** Entries of one plan that go the same way: by the same rules to the same pools. */
export interface Way<One extends Asking> {
  readonly plan: string
  readonly before: Destination
  readonly after: Destination
  readonly members: Member<One>[]
}

/** An entry with the request that is made of what is known. */
export interface Member<One extends Asking> {
  readonly one: One
  readonly request: Request
}

/** Puts requests together that go the same way; each distinct one is decided once. */
export class Ways<One extends Asking> {
  readonly #before: RouteConfig
  readonly #after: RouteConfig
  readonly #byRequest = new Map<string, Way<One>>()
  readonly #byWay = new Map<string, Way<One>>()

  constructor(before: RouteConfig, after: RouteConfig) {
    this.#before = before
    this.#after = after
  }

  add(one: One, request: Request): void {
    const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
    // Rules look at no global account; only one that can be no label is refused.
    const account = globalAccount === '' || isLegalLabelValue(globalAccount) ? '' : globalAccount
    const key = `${plan}\n${provider}\n${platformRegion}\n${hyperscalerRegion}\n${account}`
    const way = this.#byRequest.get(key) ?? this.#wayOf(request)
    this.#byRequest.set(key, way)
    way.members.push({ one, request })
  }

  all(): readonly Way<One>[] {
    return [...this.#byWay.values()]
  }

  #wayOf(request: Request): Way<One> {
    const [before, after] = [destinationOf(request, this.#before), destinationOf(request, this.#after)]
    const key = `${request.plan}\n${destinationKey(before)}\n${destinationKey(after)}`
    const way = this.#byWay.get(key) ?? { plan: request.plan, before, after, members: [] }
    this.#byWay.set(key, way)
    return way
  }
}
