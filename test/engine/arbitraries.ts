import fc from 'fast-check'
import type { Request } from '#lib/hap/request.ts'
import { formatRuleParts, type RuleIdentity, type RuleOutput } from '#lib/hap/rules/rule.ts'

const PLANS = ['aws', 'azure', 'gcp', 'trial', 'sap-converged-cloud'] as const
const PLATFORM_REGIONS = ['cf-eu10', 'cf-eu11', 'cf-us10'] as const
const HYPERSCALER_REGIONS = ['eu-central-1', 'us-east-1', 'eu-de-1'] as const

const anyOutput: fc.Arbitrary<RuleOutput> = fc.record({
  PR: fc.boolean(),
  HR: fc.boolean(),
  EU: fc.boolean(),
  S: fc.boolean(),
})

const anyIdentity: fc.Arbitrary<RuleIdentity> = fc.record({
  plan: fc.constantFrom(...PLANS),
  platformRegion: fc.option(fc.constantFrom(...PLATFORM_REGIONS)),
  hyperscalerRegion: fc.option(fc.constantFrom(...HYPERSCALER_REGIONS)),
})

const anyRuleText = fc.tuple(anyIdentity, anyOutput).map(([identity, output]) => formatRuleParts(identity, output))

/** Rule texts that may repeat or contradict each other. */
export const anyRuleTexts = fc.array(anyRuleText, { maxLength: 12 })

/** Rule texts of a valid ruleset: no identity twice, and one kind of single region per plan. */
export const validRuleTexts: fc.Arbitrary<readonly string[]> = fc
  .uniqueArray(fc.tuple(anyIdentity, anyOutput), {
    minLength: 1,
    maxLength: 14,
    selector: ([{ plan, platformRegion, hyperscalerRegion }]) => `${plan}/${platformRegion}/${hyperscalerRegion}`,
  })
  .map(rules => {
    const byPlatform = new Set(rules.filter(([rule]) => rule.hyperscalerRegion === null).map(([rule]) => rule.plan))
    return rules
      .filter(([rule]) => rule.platformRegion !== null || rule.hyperscalerRegion === null || !byPlatform.has(rule.plan))
      .map(([identity, output]) => formatRuleParts(identity, output))
  })
  .filter(texts => texts.length > 0)

export const anyRequest: fc.Arbitrary<Request> = fc.record({
  plan: fc.constantFrom(...PLANS, 'unknown'),
  provider: fc.constantFrom('aws', 'azure', 'gcp', 'openstack'),
  platformRegion: fc.constantFrom(...PLATFORM_REGIONS, 'cf-other', ''),
  hyperscalerRegion: fc.constantFrom(...HYPERSCALER_REGIONS, 'other', ''),
  globalAccount: fc.constantFrom('ga-1', 'ga-2', 'ga-3', '', 'x,shared=true'),
})
