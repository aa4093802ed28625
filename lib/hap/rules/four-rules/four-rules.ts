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

/** What the four rules say about a cluster: each on its own, all that apply together (seed 000). */
export function evaluateFourRules(rules: FourRules, plan: string, platformRegion: string): RuleOutput {
  const applies = (name: OutputAttributeName) => {
    return rules[name].some(
      entry => entry.plans.has(plan) && (entry.region === null || entry.region === platformRegion),
    )
  }
  return { PR: applies('PR'), HR: applies('HR'), EU: applies('EU'), S: applies('S') }
}
