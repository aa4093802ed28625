import { type Asking, type Tally, tallyOf } from './asking.ts'
import { CHANGES, type Change, CONCERNS, type Concern } from './change.ts'
import type { ImpactGroup } from './group.ts'

interface Counts {
  readonly changes: Readonly<Record<Change, Tally>>
  readonly concerns: Readonly<Record<Concern, Tally>>
}

const NAMES = [...CHANGES, ...CONCERNS]
const NEEDS_ACCOUNT = bitOf('needs-account')

/** Clusters and global accounts by what happens to them; of a group that needs accounts only those who do count as such. */
export function countGroups<One extends Asking>(groups: readonly ImpactGroup<One>[]): Counts {
  const clusters = new Map<Change | Concern, number>()
  const add = (name: Change | Concern, count: number) => clusters.set(name, (clusters.get(name) ?? 0) + count)
  // What happens to each global account, as bits: with many clusters a set for each of it would take longer than all the rest.
  const accounts = new Map<string, number>()
  for (const { change, concerns, needing, members, clusters: count } of groups) {
    add(change, count)
    for (const concern of concerns) {
      add(concern, concern === 'needs-account' ? tallyOf(needing).clusters : count)
    }
    const bits = [change, ...concerns].reduce((sum, name) => sum | bitOf(name), 0)
    for (const { one } of members) {
      const account = one.asked.globalAccount
      if (!account) continue
      const own = needing.has(one) ? bits : bits & ~NEEDS_ACCOUNT
      accounts.set(account, (accounts.get(account) ?? 0) | own)
    }
  }
  const tally = (name: Change | Concern) => ({
    clusters: clusters.get(name) ?? 0,
    globalAccounts: countBit(accounts.values(), bitOf(name)),
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
