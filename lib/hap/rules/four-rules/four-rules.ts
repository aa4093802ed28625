import type { OutputAttributeName, RuleOutput } from '../rule.ts'

/** The four properties under `hap` that seed 000 describes, with the output each of them stands for. */
export const FOUR_RULES = [
  ['platformRegionRule', 'PR'],
  ['clusterRegionRule', 'HR'],
  ['sharedRule', 'S'],
  ['euAccessRule', 'EU'],
] as const satisfies readonly (readonly [string, OutputAttributeName])[]

type FourRuleName = (typeof FOUR_RULES)[number][0]

/** Their values as written; a missing property is an empty text. */
export type FourRuleTexts = Readonly<Record<FourRuleName, string>>

/** One entry `plan[:region]`; a `*` for the plan is spelled out. */
export interface FourRuleEntry {
  readonly plans: ReadonlySet<string>
  /** Compared with the platform region, in clusterRegionRule too; null = every region. */
  readonly region: string | null
}

/** The entries of each property, by the output they switch on. */
export type FourRules = Readonly<Record<OutputAttributeName, readonly FourRuleEntry[]>>

/** Regions by plan; null among them = every region. */
type RegionsOf = ReadonlyMap<string, ReadonlySet<string | null>>

/** What the four rules say about a cluster: each on its own, all that apply together (seed 000). */
export function evaluateFourRules(rules: FourRules, plan: string, platformRegion: string): RuleOutput {
  const index = indexOf(rules)
  const applies = (name: OutputAttributeName) => {
    const regions = index[name].get(plan)
    return regions !== undefined && (regions.has(null) || regions.has(platformRegion))
  }
  return { PR: applies('PR'), HR: applies('HR'), EU: applies('EU'), S: applies('S') }
}

/** They are asked for every plan in every region that one of them names. */
const INDEXES = new WeakMap<FourRules, Readonly<Record<OutputAttributeName, RegionsOf>>>()

function indexOf(rules: FourRules): Readonly<Record<OutputAttributeName, RegionsOf>> {
  const known = INDEXES.get(rules)
  if (known) return known
  const { PR, HR, EU, S } = rules
  const index = { PR: regionsOf(PR), HR: regionsOf(HR), EU: regionsOf(EU), S: regionsOf(S) }
  INDEXES.set(rules, index)
  return index
}

function regionsOf(entries: readonly FourRuleEntry[]): RegionsOf {
  const regions = new Map<string, Set<string | null>>()
  for (const { plans, region } of entries) {
    for (const plan of plans) regions.set(plan, (regions.get(plan) ?? new Set()).add(region))
  }
  return regions
}
