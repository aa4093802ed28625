import { type Tally, tallyOf } from '#lib/hap/impact/affected.ts'
import type { Destination, Reasons } from '#lib/hap/impact/destination.ts'
import { changesPool, type ImpactGroup } from '#lib/hap/impact/group.ts'
import { type Impact, type Missing, needsAreEstimated } from '#lib/hap/impact/impact.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { RuleLink } from '../rules-by-pool.ts'
import type { PlanOrigin } from '../shoots/plan-source.ts'
import type { ImpactEntry } from './population.ts'

/** Rule and pool of a group under one of the two rulesets. */
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
  /** Clusters that need another account. */
  readonly needing: Tally
}

/** Figures of an impact. */
export interface ImpactView extends Pick<Impact<ImpactEntry>, 'all' | 'changes' | 'concerns'> {
  /** Groups that change or lose their pool, worst first; limited to MAX_GROUPS. */
  readonly groups: readonly GroupView[]
  /** Number of further groups. */
  readonly more: number
  /** Clusters without evaluation by reason, most first. */
  readonly unknown: readonly (Tally & { readonly missing: Missing })[]
  readonly shares: OriginShares
  /** Whether the need for accounts depends on an estimate of KEB's count. */
  readonly estimated: boolean
}

/** The file contains all groups. */
const MAX_GROUPS = 200

/** Builds the figures of an impact on `population` under some semantics. */
export function buildImpactView(
  impact: Impact<ImpactEntry>,
  population: readonly ImpactEntry[],
  semantics: Semantics,
): ImpactView {
  const { all, changes, concerns, groups, unknown } = impact
  const changed = groups.filter(changesPool)
  const byReason = Map.groupBy(unknown, ({ missing }) => missing)
  return {
    all,
    changes,
    concerns,
    groups: changed.slice(0, MAX_GROUPS).map(groupView),
    more: Math.max(0, changed.length - MAX_GROUPS),
    unknown: Array.from(byReason, ([missing, found]) => ({ missing, ...tallyOf(found.map(({ one }) => one)) })).sort(
      (a, b) => b.clusters - a.clusters,
    ),
    shares: countOrigins(population),
    estimated: needsAreEstimated(impact, semantics),
  }
}

function groupView({
  before,
  after,
  needing: _,
  needs,
  members: __,
  alike,
  ...group
}: ImpactGroup<ImpactEntry>): GroupView {
  const view = (destination: Destination, side: keyof Reasons) =>
    destinationView(destination, new Set(alike.map(({ reasons }) => reasons[side])).size)
  return { ...group, before: view(before, 'before'), after: view(after, 'after'), needing: needs }
}

/**
 * `reasons`: number of distinct reasons of the members; with several, the message of one would
 * mislead.
 */
function destinationView({ rule, pool, message }: Destination, reasons: number): DestinationView {
  const why = message !== null && reasons > 1 ? severalReasons(rule !== null, reasons) : message
  return { pool, message: why, rule: rule && { no: rule.index + 1, text: formatRule(rule) } }
}

function severalReasons(fits: boolean, reasons: number): string {
  const many = reasons.toLocaleString('en')
  return fits ? `refused for ${many} reasons` : `no rule matches ${many} combinations of regions`
}

/** Number of clusters by source of the value. */
type Share = Readonly<Record<PlanOrigin | 'nobody', number>>

/** Sources of the two values that Gardener does not know. */
export interface OriginShares {
  readonly plan: Share
  readonly platformRegion: Share
}

/** Counts the sources of plans and platform regions. */
function countOrigins(population: readonly ImpactEntry[]): OriginShares {
  const plan = { database: 0, kim: 0, import: 0, label: 0, nobody: 0 }
  const platformRegion = { ...plan }
  for (const { planFrom, platformRegionFrom, clusters } of population) {
    plan[planFrom ?? 'nobody'] += clusters
    platformRegion[platformRegionFrom ?? 'nobody'] += clusters
  }
  return { plan, platformRegion }
}
