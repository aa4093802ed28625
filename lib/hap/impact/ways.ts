import { ByTexts } from '../by-texts.ts'
import type { RouteConfig } from '../cases/route.ts'
import type { Request } from '../request.ts'
import { type AccountNumbers, Crowd, UNKNOWN_ACCOUNT } from './account-numbers.ts'
import type { Asking } from './asking.ts'
import { type Destination, destinationKey, destinationOf } from './destination.ts'

/** Entries of one plan that go the same way: by the same rules to the same pools. */
export interface Way<One extends Asking> {
  readonly plan: string
  /** Its message, as that of `after`, is of the first; see `alike`. */
  readonly before: Destination
  readonly after: Destination
  readonly members: Crowd<One>
  /** The same by what was asked. */
  readonly alike: Alike<One>[]
}

/** Entries whose requests part in nothing but the global account. */
interface Alike<One extends Asking> {
  /** Of the first of them. */
  readonly request: Request
  /** Why these get no pool under either rules; null where they do. */
  readonly reasons: Reasons
  readonly way: Way<One>
  readonly members: Crowd<One>
}

/** What `message` says of a destination under the old and the new rules; others that go the same way may have another one. */
export interface Reasons {
  readonly before: string | null
  readonly after: string | null
}

/** Puts requests together that go the same way; each distinct one is decided once. */
export class Ways<One extends Asking> {
  readonly #before: RouteConfig
  readonly #after: RouteConfig
  readonly #accounts: AccountNumbers
  readonly #byRequest = new ByTexts<Alike<One>>()
  readonly #byWay = new Map<string, Way<One>>()

  constructor(before: RouteConfig, after: RouteConfig, accounts: AccountNumbers) {
    this.#before = before
    this.#after = after
    this.#accounts = accounts
  }

  /** `account`: the number of the global account. */
  add(one: One, request: Request, account: number): void {
    const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
    const asked = [plan, provider, platformRegion, hyperscalerRegion]
    // Rules look at no global account; only one that can be no label is refused.
    if (account !== UNKNOWN_ACCOUNT && !this.#accounts.isLabel(account)) asked.push(globalAccount)
    const alike = this.#byRequest.get(asked, () => {
      const [before, after] = [destinationOf(request, this.#before), destinationOf(request, this.#after)]
      const way = this.#wayOf(plan, before, after)
      const reasons = { before: before.message, after: after.message }
      const begun = { request, reasons, way, members: new Crowd<One>() }
      way.alike.push(begun)
      return begun
    })
    alike.members.add(one, account)
    alike.way.members.add(one, account)
  }

  all(): readonly Way<One>[] {
    return [...this.#byWay.values()]
  }

  #wayOf(plan: string, before: Destination, after: Destination): Way<One> {
    const key = `${plan}\n${destinationKey(before)}\n${destinationKey(after)}`
    const way = this.#byWay.get(key) ?? { plan, before, after, members: new Crowd<One>(), alike: [] }
    this.#byWay.set(key, way)
    return way
  }
}
