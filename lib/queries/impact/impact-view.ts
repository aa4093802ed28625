import { tallyOf } from '#lib/hap/impact/account-numbers.ts'
import type { Tally } from '#lib/hap/impact/asking.ts'
import type { Destination } from '#lib/hap/impact/destination.ts'
import { changesWay, type ImpactGroup } from '#lib/hap/impact/group.ts'
import { type Impact, needsAreEstimated } from '#lib/hap/impact/impact.ts'
import type { Missing } from '#lib/hap/impact/missing.ts'
import { formatRule } from '#lib/hap/rules/format-rule.ts'
import type { Semantics } from '#lib/hap/semantics/policy.ts'
import type { RuleLink } from '../pools/pool-row.ts'
import { type OriginShares, originShares } from './origin-shares.ts'
import type { ImpactEntry } from './population.ts'

/** Where a group goes under one of the two rulesets. */
export interface DestinationView extends Omit<Destination, 'rule'> {
  readonly rule: RuleLink | null
}

/** A group without its members. */
export interface GroupView
  extends Pick<
    ImpactGroup<ImpactEntry>,
    'key' | 'plan' | 'change' | 'concerns' | 'room' | 'clusters' | 'globalAccounts'
  > {
  readonly before: DestinationView
  readonly after: DestinationView
  /** Those that would need another account. */
  readonly needing: Tally
}

/** What other rules do to a population, in figures. */
export interface ImpactView extends Pick<Impact<ImpactEntry>, 'all' | 'changes' | 'concerns'> {
  /** Groups that would go to another pool or to none, the worst first. */
  readonly groups: readonly GroupView[]
  /** Such groups that are left out. */
  readonly more: number
  /** What cannot be evaluated, by reason, most first. */
  readonly unknown: readonly (Tally & { readonly missing: Missing })[]
  readonly shares: OriginShares
  /** Who needs another account rests on an estimate of KEB's count. */
  readonly estimated: boolean
}

/** More than somebody reads; the file has all of them. */
const MOST_GROUPS = 200

/** The figures of an impact over `population` under some semantics. */
export function impactView(
  impact: Impact<ImpactEntry>,
  population: readonly ImpactEntry[],
  semantics: Semantics,
): ImpactView {
  const { all, changes, concerns, groups, unknown } = impact
  const changed = groups.filter(changesWay)
  const byReason = Map.groupBy(unknown, ({ missing }) => missing)
  return {
    all,
    changes,
    concerns,
    groups: changed.slice(0, MOST_GROUPS).map(groupView),
    more: Math.max(0, changed.length - MOST_GROUPS),
    unknown: Array.from(byReason, ([missing, found]) => ({ missing, ...tallyOf(found.map(({ one }) => one)) })).sort(
      (a, b) => b.clusters - a.clusters,
    ),
    shares: originShares(population),
    estimated: needsAreEstimated(impact, semantics),
  }
}

function groupView({
  before,
  after,
  needing: _,
  needs,
  members: __,
  alike: ___,
  ...group
}: ImpactGroup<ImpactEntry>): GroupView {
  return { ...group, before: destinationView(before), after: destinationView(after), needing: needs }
}

function destinationView({ rule, ...destination }: Destination): DestinationView {
  return { ...destination, rule: rule && { no: rule.index + 1, text: formatRule(rule) } }
}
