import { type AccountNumbers, type Crowd, UNKNOWN_ACCOUNT } from './account-numbers.ts'
import type { Asking, Tally } from './asking.ts'
import { CHANGES, type Change, CONCERNS, type Concern } from './change.ts'
import type { Arrived, ImpactGroup } from './group.ts'

interface Counts {
  readonly changes: Readonly<Record<Change, Tally>>
  readonly concerns: Readonly<Record<Concern, Tally>>
}

const NAMES = [...CHANGES, ...CONCERNS]
const NEEDS_ACCOUNT = bitOf('needs-account')

/** Clusters and global accounts by what happens to them; of a group that needs accounts only those who do count as such. */
export function countGroups<One extends Asking>(
  counted: readonly { readonly group: ImpactGroup<One>; readonly arrived: Arrived<One> }[],
  accounts: AccountNumbers,
): Counts {
  const clusters = new Map<Change | Concern, number>()
  const add = (name: Change | Concern, count: number) => clusters.set(name, (clusters.get(name) ?? 0) + count)
  // What happens to each global account, as bits.
  const happens = new Int32Array(accounts.size)
  const note = (crowd: Crowd<One>, bits: number) => {
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
