import { poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { compareText } from '../text.ts'
import { type AccountNumbers, EntryGroup, type PopulationEntry, type Tally, UNKNOWN_ACCOUNT } from './affected.ts'
import {
  CHANGES,
  type Change,
  CONCERNS,
  type Concern,
  changeOf,
  concernsOf,
  type Destination,
  destinationKey,
  type Transition,
  WORST_FIRST,
} from './destination.ts'
import type { Arrivals, PoolRoom } from './pool-room.ts'

/** Entries of one plan that move from one rule and pool to another. */
export interface ImpactGroup<One extends PopulationEntry> extends Tally {
  /** Identifies the group for two given rulesets. */
  readonly key: string
  readonly plan: string
  readonly change: Change
  /** Worst first. */
  readonly concerns: readonly Concern[]
  readonly before: Destination
  readonly after: Destination
  /**
   * Room of the new pool for all groups that arrive there; null when the pool stays or is absent.
   */
  readonly room: PoolRoom | null
  /** Entries whose global account needs a new account. */
  readonly needing: readonly One[]
  readonly needs: Tally
  readonly members: readonly One[]
  /** The members by request. */
  readonly alike: Transition<One>['alike']
}

/**
 * Entries with equal destinations, and those of them whose global accounts need another account.
 */
export interface Arrived<One extends PopulationEntry> {
  readonly way: Transition<One>
  readonly needing: EntryGroup<One>
}

/** Collects the entries of a transition; when the pool stays, none needs an account. */
export function collectArrivals<One extends PopulationEntry>(way: Transition<One>, arrivals: Arrivals): Arrived<One> {
  const { before, after, alike } = way
  const needing = new EntryGroup<One>()
  if (after.pool === null || !arrives(changeOf(before, after))) return { way, needing }
  const arrived = arrivals.at(after.pool)
  for (const { request, members } of alike) {
    members.ones.forEach((one, place) => {
      const account = members.accounts[place] ?? UNKNOWN_ACCOUNT
      if (arrived.takesAccount(request, one.asked.globalAccount, account)) needing.add(one, account)
    })
  }
  return { way, needing }
}

/** Builds a group. `rooms`: rooms of all pools with arrivals, by key. */
export function groupOf<One extends PopulationEntry>(
  { way: { plan, before, after, members, alike }, needing }: Arrived<One>,
  accounts: AccountNumbers,
  rooms: ReadonlyMap<string, PoolRoom>,
): ImpactGroup<One> {
  const change = changeOf(before, after)
  const room = after.pool && arrives(change) ? (rooms.get(poolKey(after.pool)) ?? null) : null
  const concerns = new Set<Concern>(concernsOf(before.pool, after.pool))
  if (needing.ones.length > 0) concerns.add('needs-account')
  if (room && room.room !== 'enough' && (after.pool?.shared || needing.ones.length > 0))
    concerns.add(`${room.room}-pool`)
  return {
    key: `${plan} ${destinationKey(before)} ${destinationKey(after)}`,
    plan,
    change,
    concerns: [...concerns].sort((a, b) => WORST_FIRST.indexOf(a) - WORST_FIRST.indexOf(b)),
    before,
    after,
    room,
    needing: needing.ones,
    needs: accounts.tally(needing),
    members: members.ones,
    alike,
    ...accounts.tally(members),
  }
}

/** Lists the entries of a group with their requests. */
export function requestsOf<One extends PopulationEntry>({
  alike,
  members,
}: Pick<ImpactGroup<One>, 'alike' | 'members'>): readonly (readonly [One, Request])[] {
  const requests = new Map(alike.flatMap(({ request, members: some }) => some.ones.map(one => [one, request])))
  return members.flatMap(one => {
    const request = requests.get(one)
    return request ? [[one, { ...request, globalAccount: one.asked.globalAccount ?? '' }] as const] : []
  })
}

/** Whether the next clusters like those of a group get another pool or none. */
export function changesPool({ change }: Pick<ImpactGroup<PopulationEntry>, 'change'>): boolean {
  return change !== 'unchanged' && change !== 'unmatched'
}

/** Returns the worst change or concern of a group. */
export function worstOf({
  change,
  concerns,
}: Pick<ImpactGroup<PopulationEntry>, 'change' | 'concerns'>): Change | Concern {
  return WORST_FIRST.find(worst => worst === change || concerns.some(concern => concern === worst)) ?? change
}

/** Orders groups: worst first, then most clusters, then key. */
export function compareGroups(a: ImpactGroup<PopulationEntry>, b: ImpactGroup<PopulationEntry>): number {
  return (
    WORST_FIRST.indexOf(worstOf(a)) - WORST_FIRST.indexOf(worstOf(b)) ||
    b.clusters - a.clusters ||
    compareText(a.key, b.key)
  )
}

function arrives(change: Change): boolean {
  return change === 'moved' || change === 'newly-matched'
}

interface Counts {
  readonly changes: Readonly<Record<Change, Tally>>
  readonly concerns: Readonly<Record<Concern, Tally>>
}

const NAMES = [...CHANGES, ...CONCERNS]
const NEEDS_ACCOUNT = bitOf('needs-account')

/**
 * Counts clusters and global accounts by change and concern; for needs-account only those that need
 * one.
 */
export function countGroups<One extends PopulationEntry>(
  counted: readonly { readonly group: ImpactGroup<One>; readonly arrived: Arrived<One> }[],
  accounts: AccountNumbers,
): Counts {
  const clusters = new Map<Change | Concern, number>()
  const add = (name: Change | Concern, count: number) => clusters.set(name, (clusters.get(name) ?? 0) + count)
  // Changes and concerns of each global account as bits.
  const happens = new Int32Array(accounts.size)
  const note = (crowd: EntryGroup<One>, bits: number) => {
    for (const account of crowd.accounts) happens[account] = (happens[account] ?? 0) | bits
  }
  for (const { group, arrived } of counted) {
    const { change, concerns, needs, clusters: count } = group
    add(change, count)
    for (const concern of concerns) add(concern, concern === 'needs-account' ? needs.clusters : count)
    const bits = [change, ...concerns].reduce((sum, name) => sum | bitOf(name), 0)
    note(arrived.way.members, bits & ~NEEDS_ACCOUNT)
    note(arrived.needing, bits & NEEDS_ACCOUNT)
  }
  happens[UNKNOWN_ACCOUNT] = 0
  const tally = (name: Change | Concern) => ({
    clusters: clusters.get(name) ?? 0,
    globalAccounts: countBit(happens, bitOf(name)),
  })
  return { changes: byName(CHANGES, tally), concerns: byName(CONCERNS, tally) }
}

function bitOf(name: Change | Concern): number {
  return 1 << NAMES.indexOf(name)
}

function countBit(values: Iterable<number>, bit: number): number {
  let count = 0
  for (const value of values) if ((value & bit) !== 0) count++
  return count
}

function byName<Name extends string>(names: readonly Name[], of: (name: Name) => Tally): Readonly<Record<Name, Tally>> {
  return Object.fromEntries(names.map(name => [name, of(name)])) as Record<Name, Tally>
}
