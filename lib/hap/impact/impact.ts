import type { Pool } from '../pools/pool.ts'
import { isKebEstimate } from '../selection/rests-on-estimate.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'
import type { Semantics } from '../semantics/policy.ts'
import { AccountNumbers, Crowd } from './account-numbers.ts'
import type { Asking, Tally } from './asking.ts'
import type { Change, Concern } from './change.ts'
import { countGroups } from './count-groups.ts'
import { type Arrived, arrivedBy, compareGroups, groupOf, type ImpactGroup } from './group.ts'
import { type Missing, requestMaker } from './missing.ts'
import { Arrivals } from './pool-room.ts'
import { Ways } from './ways.ts'

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
