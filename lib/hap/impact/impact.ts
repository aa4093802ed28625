import { memoised } from '../memo.ts'
import { defaultProvider, type Plans } from '../plans/plan.ts'
import type { Pool } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { regionNeeds, type UnknownRegion, unknownRegion } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { isKebEstimate } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import type { Semantics } from '../semantics.ts'
import { AccountNumbers, type AskedFacts, type Asking, Crowd, type Tally } from './affected.ts'
import { type Change, type Concern, Ways, WORST_FIRST } from './destination.ts'
import { type Arrived, arrivedBy, compareGroups, countGroups, groupOf, type ImpactGroup } from './group.ts'
import { Arrivals, type PoolRoom } from './pool-room.ts'

/** How many days of recorded requests a preview replays. */
export const REPLAYED_DAYS = 30

/** What a population is looked at with. */
interface ImpactBasis {
  readonly before: SelectionConfig
  /** The same with other rules. */
  readonly after: SelectionConfig
  readonly inventory: Inventory
  /** Accounts a dedicated pool can give to somebody new. */
  free(pool: Pool): number
}

/** What other rules do to a population. Its groups and `unknown` hold every entry once. */
export interface Impact<One extends Asking> {
  /** Everything that was given. */
  readonly all: Tally
  readonly changes: Readonly<Record<Change, Tally>>
  /** A cluster may give reason for several, or for none. */
  readonly concerns: Readonly<Record<Concern, Tally>>
  /** The worst first. */
  readonly groups: readonly ImpactGroup<One>[]
  /** What cannot be evaluated, in the order given. */
  readonly unknown: readonly Unknown<One>[]
}

interface Unknown<One> {
  readonly one: One
  readonly missing: Missing
}

/**
 * Where a population would go under other rules. Each distinct request is decided once under either; whether somebody needs another
 * account only for those whose pool changes. Nothing moves by itself: it is what the next cluster like each of them would get.
 */
export function impactOf<One extends Asking>(population: readonly One[], basis: ImpactBasis): Impact<One> {
  const steps = impactSteps(population, basis)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Whether it rests on an estimate of KEB's count who of those whose pool changes needs another account. */
export function needsAreEstimated({ groups }: Pick<Impact<Asking>, 'groups'>, semantics: Semantics): boolean {
  return groups.some(({ after, room }) => room !== null && isKebEstimate(after.pool, semantics))
}

const STEP = 500

/** The same, yielding every few hundred entries, so that whoever runs it can do something else in between. */
export function* impactSteps<One extends Asking>(
  population: readonly One[],
  basis: ImpactBasis,
): Generator<undefined, Impact<One>, undefined> {
  const { before, after, inventory } = basis
  const makeRequest = requestMaker(before.plans, [before.ruleset, after.ruleset])
  const accounts = new AccountNumbers()
  const ways = new Ways<One>(before, after, accounts)
  const all = new Crowd<One>()
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
    const came = arrivedBy(way, arrivals)
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

/** The figures of an impact that are kept with a publication: everything that happens to a cluster, also that it has no rule as before. */
export function impactSummary(
  { changes, concerns }: Pick<Impact<never>, 'changes' | 'concerns'>,
  unknown: number,
): ImpactSummary {
  const tallies: Readonly<Record<Change | Concern, Tally>> = { ...changes, ...concerns }
  const happens = WORST_FIRST.filter(name => name !== 'unchanged' && tallies[name].clusters > 0)
  return { counts: happens.map(impact => ({ impact, ...tallies[impact] })), unknown }
}

/** Clusters a change of the rules does the same to. */
interface ImpactCount {
  /** Of lib/hap/impact. */
  readonly impact: string
  readonly clusters: number
  readonly globalAccounts: number
}

/** What a change of the rules was foreseen to do at the moment of its publication. */
export interface ImpactSummary {
  /** The worst first; nothing that happens to no cluster. */
  readonly counts: readonly ImpactCount[]
  /** Clusters about which nothing could be said. */
  readonly unknown: number
}

/** Why nobody can tell where a cluster would go, the first that applies. */
export type Missing = 'plan' | 'provider' | UnknownRegion

/**
 * Makes a request of what is known of a cluster, or says what is missing. A plan that no rule names needs nothing more, a region
 * only counts where a rule of its plan looks at it, and a plan with one provider tells it. An unknown global account stays empty.
 */
function requestMaker(plans: Plans, rulesets: readonly Ruleset[]): (asked: AskedFacts) => Request | Missing {
  const needsOf = memoised((plan: string) => {
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

/** What happens to clusters, as a line that a number can follow. `refused`: a rule fits, and the request cannot be served. */
export const IMPACT_WORDS: Readonly<Record<Change | Concern, string>> = {
  'newly-unmatched': 'no longer any rule',
  'newly-refused': 'now refused',
  'loses-eu': 'loses the EU restriction',
  'becomes-shared': 'dedicated becomes shared',
  'empty-pool': 'goes to an empty pool',
  'short-pool': 'goes to a pool with too few accounts',
  'becomes-dedicated': 'shared becomes dedicated',
  'needs-account': 'needs another account',
  moved: 'moves to another pool',
  'newly-matched': 'gets a pool now',
  unmatched: 'no pool, as before',
  unchanged: 'unchanged',
}

/** Why nobody can tell where a cluster would go, as what is not known. */
export const MISSING_WORDS: Readonly<Record<Missing, string>> = {
  plan: 'plan not known',
  provider: 'provider not known',
  'platform-region': 'platform region not known',
  'hyperscaler-region': 'hyperscaler region not known',
}

/** What a pool would need and has: `needs 12, has 4 free`. */
export function roomWords({ needs, free, room }: PoolRoom): string {
  if (free !== null) return `needs ${needs.toLocaleString('en')}, has ${free.toLocaleString('en')} free`
  return room === 'empty' ? 'no shared account in use' : 'shared by all'
}
