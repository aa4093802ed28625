import type { Limits } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'

const INITIAL = rulesetOf(DEFAULT_RULES)

/** The initial rules and settings; `allowed` global accounts may own multiple accounts. */
export function testRules(
  allowed: readonly string[] = [],
  limits: Limits | null = null,
  ruleset = INITIAL,
): ClaimRules {
  const multiAccount = { allowed, limits, minBindingsForGuard: 0 }
  return { selection: { ruleset, plans: DEFAULT_PLANS, multiAccount }, revision: 'test', settingsVersion: null }
}

export function rulesetOf(texts: readonly string[]): Ruleset {
  const { ruleset } = Ruleset.from(texts, DEFAULT_PLANS, policyOf('documented'))
  if (!ruleset) throw new Error('the rules are not valid')
  return ruleset
}

/** For a dedicated account of pool aws. */
export function awsRequest(globalAccount: string): Request {
  return { plan: 'aws', provider: 'aws', platformRegion: 'cf-eu10', hyperscalerRegion: 'eu-central-1', globalAccount }
}

/** For a shared account of pool aws. */
export function trialRequest(globalAccount: string): Request {
  return { ...awsRequest(globalAccount), plan: 'trial' }
}
