import { type RouteConfig, route } from '../cases/run-cases.ts'
import { TupleCache } from '../memo.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { formatRule, type Rule } from '../rules/rule.ts'
import { targetKindOf } from '../selection/resolve-target.ts'
import { type AccountNumbers, EntryGroup, type PopulationEntry, UNKNOWN_ACCOUNT } from './affected.ts'

/** Where the rules alone lead a request. */
export interface Destination {
  /** Null when none matches. */
  readonly rule: Rule | null
  /** Null without a rule, or when the request is refused. */
  readonly pool: Pool | null
  /** Why there is no pool; null when there is one. */
  readonly message: string | null
}

/** Evaluates a request without any binding. */
function destinationOf(request: Request, config: RouteConfig): Destination {
  const decision = route(request, config)
  const { outcome, rule, pool } = decision
  return targetKindOf(decision) === 'pool'
    ? { rule, pool, message: null }
    : { rule, pool: null, message: outcome.message }
}

/** Formats rule and pool of a destination, independent of the rule's number. */
export function destinationKey({ rule, pool }: Destination): string {
  return `${rule ? formatRule(rule) : ''} ${pool ? poolKey(pool) : ''}`
}

/** Changes of a request's destination by other rules. */
export const CHANGES = ['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged'] as const

export type Change = (typeof CHANGES)[number]

/** Concerns to review before the rules change. */
export const CONCERNS = [
  'loses-eu',
  'becomes-shared',
  'empty-pool',
  'short-pool',
  'becomes-dedicated',
  'needs-account',
] as const

export type Concern = (typeof CONCERNS)[number]

/** Changes and concerns, worst first. */
export const WORST_FIRST: readonly (Change | Concern)[] = [
  'newly-unmatched',
  'newly-refused',
  ...CONCERNS,
  'moved',
  'newly-matched',
  'unmatched',
  'unchanged',
]

/** Compares the destinations of a request before and after. */
export function changeOf({ pool: before }: Destination, { pool: after, rule }: Destination): Change {
  if (!after) return before ? (rule ? 'newly-refused' : 'newly-unmatched') : 'unmatched'
  if (!before) return 'newly-matched'
  return poolKey(before) === poolKey(after) ? 'unchanged' : 'moved'
}

/** Concerns that follow from the two pools alone. */
export function concernsOf(before: Pool | null, after: Pool | null): readonly Concern[] {
  if (!before || !after) return []
  const concerns: Concern[] = []
  if (before.euAccess && !after.euAccess) concerns.push('loses-eu')
  if (!before.shared && after.shared) concerns.push('becomes-shared')
  if (before.shared && !after.shared) concerns.push('becomes-dedicated')
  return concerns
}

/** Entries of one plan with the same destinations before and after. */
export interface Transition<One extends PopulationEntry> {
  readonly plan: string
  /** `message` of both destinations is from the first entry; others may differ, see `alike`. */
  readonly before: Destination
  readonly after: Destination
  readonly members: EntryGroup<One>
  /** The members by request. */
  readonly alike: EqualRequests<One>[]
}

/** Entries whose requests differ in the global account only. */
interface EqualRequests<One extends PopulationEntry> {
  /** Request of the first entry. */
  readonly request: Request
  /** Why these entries get no pool before and after. */
  readonly reasons: Reasons
  readonly way: Transition<One>
  readonly members: EntryGroup<One>
}

/** `message` of the destinations; may differ between entries with equal destinations. */
export interface Reasons {
  readonly before: string | null
  readonly after: string | null
}

/** Groups requests by destinations and decides each distinct one once. */
export class Transitions<One extends PopulationEntry> {
  readonly #before: RouteConfig
  readonly #after: RouteConfig
  readonly #accounts: AccountNumbers
  readonly #byRequest = new TupleCache<EqualRequests<One>>()
  readonly #byWay = new Map<string, Transition<One>>()

  constructor(before: RouteConfig, after: RouteConfig, accounts: AccountNumbers) {
    this.#before = before
    this.#after = after
    this.#accounts = accounts
  }

  /** `account`: number of the global account. */
  add(one: One, request: Request, account: number): void {
    const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
    const asked = [plan, provider, platformRegion, hyperscalerRegion]
    // Rules ignore the global account, but one that is no legal label value is refused.
    if (account !== UNKNOWN_ACCOUNT && !this.#accounts.isLabel(account)) asked.push(globalAccount)
    const alike = this.#byRequest.get(asked, () => {
      const [before, after] = [destinationOf(request, this.#before), destinationOf(request, this.#after)]
      const way = this.#wayOf(plan, before, after)
      const reasons = { before: before.message, after: after.message }
      const begun = { request, reasons, way, members: new EntryGroup<One>() }
      way.alike.push(begun)
      return begun
    })
    alike.members.add(one, account)
    alike.way.members.add(one, account)
  }

  all(): readonly Transition<One>[] {
    return [...this.#byWay.values()]
  }

  #wayOf(plan: string, before: Destination, after: Destination): Transition<One> {
    const key = `${plan}\n${destinationKey(before)}\n${destinationKey(after)}`
    const way = this.#byWay.get(key) ?? { plan, before, after, members: new EntryGroup<One>(), alike: [] }
    this.#byWay.set(key, way)
    return way
  }
}
