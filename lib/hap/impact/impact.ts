import { memoize } from '../memo.ts'
import { defaultProvider, type Plans } from '../plans/plan.ts'
import type { Pool } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { regionNeeds, type UnknownRegion, unknownRegion } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { isKebEstimate } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import type { Semantics } from '../semantics.ts'
import { AccountNumbers, EntryGroup, type KnownRequest, type PopulationEntry, type Tally } from './affected.ts'
import { type Change, type Concern, Transitions, WORST_FIRST } from './destination.ts'
import { type Arrived, collectArrivals, compareGroups, countGroups, groupOf, type ImpactGroup } from './group.ts'
import { Arrivals, type PoolRoom } from './pool-room.ts'

/** Days of recorded requests that a preview replays. */
export const REPLAYED_DAYS = 30

/** Configurations and landscape of an impact. */
interface ImpactBasis {
  readonly before: SelectionConfig
  /** Differs from `before` in the rules. */
  readonly after: SelectionConfig
  readonly inventory: Inventory
  /** Number of accounts that a dedicated pool can give to new owners. */
  free(pool: Pool): number
}

/** Impact of other rules on a population. Groups and `unknown` contain every entry once. */
export interface Impact<One extends PopulationEntry> {
  /** The whole population. */
  readonly all: Tally
  readonly changes: Readonly<Record<Change, Tally>>
  /** A cluster may have several concerns, or none. */
  readonly concerns: Readonly<Record<Concern, Tally>>
  /** Worst first. */
  readonly groups: readonly ImpactGroup<One>[]
  /** Entries that cannot be evaluated, in the order given. */
  readonly unknown: readonly Unknown<One>[]
}

interface Unknown<One> {
  readonly one: One
  readonly missing: Missing
}

/**
 * Computes where a population would go under other rules. Each distinct request is decided once per
 * ruleset, and the need for another account only when the pool changes. Existing clusters never
 * move: the impact is what the next cluster like each of them gets.
 */
export function impactOf<One extends PopulationEntry>(population: readonly One[], basis: ImpactBasis): Impact<One> {
  const steps = impactSteps(population, basis)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Whether the need for accounts relies on the estimate of KEB's count. */
export function needsAreEstimated({ groups }: Pick<Impact<PopulationEntry>, 'groups'>, semantics: Semantics): boolean {
  return groups.some(({ after, room }) => room !== null && isKebEstimate(after.pool, semantics))
}

const STEP = 500

/**
 * Like impactOf, but yields every few hundred entries, so that the caller can interleave other
 * work.
 */
export function* impactSteps<One extends PopulationEntry>(
  population: readonly One[],
  basis: ImpactBasis,
): Generator<undefined, Impact<One>, undefined> {
  const { before, after, inventory } = basis
  const makeRequest = requestMaker(before.plans, [before.ruleset, after.ruleset])
  const accounts = new AccountNumbers()
  const ways = new Transitions<One>(before, after, accounts)
  const all = new EntryGroup<One>()
  const unknown: Unknown<One>[] = []
  let looked = 0
  for (const one of population) {
    if (++looked % STEP === 0) yield
    const account = accounts.of(one.asked.globalAccount)
    all.add(one, account)
    const made = makeRequest(one.asked)
    if (typeof made === 'string') unknown.push({ one, missing: made })
    else ways.add(one, made, account)
  }
  const arrivals = new Arrivals(inventory, after)
  const arrived: Arrived<One>[] = []
  let decided = 0
  for (const way of ways.all()) {
    const came = collectArrivals(way, arrivals)
    arrived.push(came)
    decided += way.members.ones.length
    if (decided < STEP) continue
    decided = 0
    yield
  }
  const rooms = arrivals.rooms(pool => basis.free(pool))
  const counted = arrived.map(came => ({ group: groupOf(came, accounts, rooms), arrived: came }))
  const groups = counted.map(({ group }) => group).sort(compareGroups)
  return { all: accounts.tally(all), ...countGroups(counted, accounts), groups, unknown }
}

/**
 * Summarises an impact for its publication: all changes and concerns with clusters, including
 * clusters that have no rule before and after.
 */
export function impactSummary(
  { changes, concerns }: Pick<Impact<never>, 'changes' | 'concerns'>,
  unknown: number,
): ImpactSummary {
  const tallies: Readonly<Record<Change | Concern, Tally>> = { ...changes, ...concerns }
  const happens = WORST_FIRST.filter(name => name !== 'unchanged' && tallies[name].clusters > 0)
  return { counts: happens.map(impact => ({ impact, ...tallies[impact] })), unknown }
}

/** Clusters with the same change or concern. */
interface ImpactCount {
  /** Change or Concern. */
  readonly impact: string
  readonly clusters: number
  readonly globalAccounts: number
}

/** Previewed impact of a change of the rules at the time of its publication. */
export interface ImpactSummary {
  /** Worst first, without zero counts. */
  readonly counts: readonly ImpactCount[]
  /** Number of clusters that could not be evaluated. */
  readonly unknown: number
}

/** The first missing fact that prevents an evaluation. */
export type Missing = 'plan' | 'provider' | UnknownRegion

/**
 * Builds requests from known facts, or returns the missing one. A plan without rules needs no
 * further facts, a region is needed only by rules that use it, and a plan with one provider implies
 * it. An unknown global account stays empty.
 */
function requestMaker(plans: Plans, rulesets: readonly Ruleset[]): (asked: KnownRequest) => Request | Missing {
  const needsOf = memoize((plan: string) => {
    const rules = rulesets.flatMap(ruleset => ruleset.rulesOf(plan))
    return { provider: rules.length > 0, regions: regionNeeds(rules, 'pool') }
  })
  return asked => {
    const { plan } = asked
    if (!plan) return 'plan'
    const needs = needsOf(plan)
    const provider = asked.provider || onlyProvider(plan, plans)
    if (needs.provider && !provider) return 'provider'
    const region = unknownRegion(needs.regions, asked)
    if (region) return region
    return {
      plan,
      provider,
      platformRegion: asked.platformRegion ?? '',
      hyperscalerRegion: asked.hyperscalerRegion ?? '',
      globalAccount: asked.globalAccount ?? '',
    }
  }
}

function onlyProvider(name: string, plans: Plans): string {
  const plan = plans.byName.get(name)
  return plan?.providers?.length === 1 ? defaultProvider(plan) : ''
}

/**
 * Labels of changes and concerns, followed by a number. `newly-refused`: a rule matches and the
 * request is refused.
 */
export const IMPACT_LABELS: Readonly<Record<Change | Concern, string>> = {
  'newly-unmatched': 'no longer matched',
  'newly-refused': 'now refused',
  'loses-eu': 'loses the EU restriction',
  'becomes-shared': 'dedicated becomes shared',
  'empty-pool': 'would use an empty pool',
  'short-pool': 'would use a pool with too few accounts',
  'becomes-dedicated': 'shared becomes dedicated',
  'needs-account': 'needs a new account',
  moved: 'moves to another pool',
  'newly-matched': 'newly matched',
  unmatched: 'still unmatched',
  unchanged: 'unchanged',
}

/** Labels of missing facts. */
export const MISSING_LABELS: Readonly<Record<Missing, string>> = {
  plan: 'unknown plan',
  provider: 'unknown provider',
  'platform-region': 'unknown platform region',
  'hyperscaler-region': 'unknown hyperscaler region',
}

/** Formats the room of a pool: `needs 12, has 4 free`. */
export function formatRoom({ needs, free, room }: PoolRoom): string {
  if (free !== null) return `needs ${needs.toLocaleString('en')}, has ${free.toLocaleString('en')} free`
  return room === 'empty' ? 'no shared account in use' : 'shared by all'
}
