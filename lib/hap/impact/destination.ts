import { type RouteConfig, route } from '../cases/run-cases.ts'
import { ByTexts } from '../memo.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { formatRule, type Rule } from '../rules/rule.ts'
import { leadOf } from '../selection/resolve-target.ts'
import { type AccountNumbers, type Asking, Crowd, UNKNOWN_ACCOUNT } from './affected.ts'

/** Where rules lead a request, whatever the pool holds. */
export interface Destination {
  /** Null when none fits. */
  readonly rule: Rule | null
  /** Null without a rule, and where one fits and the request is refused. */
  readonly pool: Pool | null
  /** Why there is no pool; null where there is one. */
  readonly message: string | null
}

/** The one evaluator's answer, without a look at any binding. */
function destinationOf(request: Request, config: RouteConfig): Destination {
  const decision = route(request, config)
  const { outcome, rule, pool } = decision
  return leadOf(decision) === 'pool' ? { rule, pool, message: null } : { rule, pool: null, message: outcome.message }
}

/** The same text for the same rule and pool, whatever the rule's number is. */
export function destinationKey({ rule, pool }: Destination): string {
  return `${rule ? formatRule(rule) : ''} ${pool ? poolKey(pool) : ''}`
}

/** What other rules do to a request. */
export const CHANGES = ['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged'] as const

export type Change = (typeof CHANGES)[number]

/** What somebody should look at before such a change is made. */
export const CONCERNS = [
  'loses-eu',
  'becomes-shared',
  'empty-pool',
  'short-pool',
  'becomes-dedicated',
  'needs-account',
] as const

export type Concern = (typeof CONCERNS)[number]

/** From the worst to what needs nobody's eye. */
export const WORST_FIRST: readonly (Change | Concern)[] = [
  'newly-unmatched',
  'newly-refused',
  ...CONCERNS,
  'moved',
  'newly-matched',
  'unmatched',
  'unchanged',
]

/** From where a request is led now to where it would be led; see leadOf. */
export function changeOf({ pool: before }: Destination, { pool: after, rule }: Destination): Change {
  if (!after) return before ? (rule ? 'newly-refused' : 'newly-unmatched') : 'unmatched'
  if (!before) return 'newly-matched'
  return poolKey(before) === poolKey(after) ? 'unchanged' : 'moved'
}

/** What the two pools alone give reason for. */
export function concernsOf(before: Pool | null, after: Pool | null): readonly Concern[] {
  if (!before || !after) return []
  const concerns: Concern[] = []
  if (before.euAccess && !after.euAccess) concerns.push('loses-eu')
  if (!before.shared && after.shared) concerns.push('becomes-shared')
  if (before.shared && !after.shared) concerns.push('becomes-dedicated')
  return concerns
}

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
