import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRequest, validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { poolKey } from '../pools/pool.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { reachName } from '../selection/reach.ts'
import { targetPool } from '../selection/resolve-target.ts'
import { policyOf } from '../semantics.ts'
import { countClusters, coverPools, coverRules, mergeCombinations } from './coverage.ts'

const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])

function rulesetOf(rules: readonly string[]): Ruleset {
  const { ruleset } = Ruleset.from(rules, PLANS, policyOf('documented'))
  if (!ruleset) throw new Error(`not valid: ${rules.join('; ')}`)
  return ruleset
}

const seen = (plan: string, platformRegion: string | null, clusters: number, lastAt: number | null) => {
  return { plan, provider: plan, platformRegion, hyperscalerRegion: '', clusters, lastAt }
}

describe('coverage', () => {
  test('counts the decisions of each rule and its last one, and requests without a rule', () => {
    const ruleset = rulesetOf(['aws', 'aws(PR=cf-eu11) -> EU', 'gcp(PR=cf-sa30) -> PR'])
    const [us, eu, eu10] = [seen('aws', 'cf-us10', 2, 5), seen('aws', 'cf-eu11', 7, null), seen('aws', 'cf-eu10', 3, 9)]
    const [gcp, azure] = [seen('gcp', 'cf-eu10', 1, 1), seen('azure', '', 4, 1)]
    const { rules, uncovered } = coverRules([us, gcp, eu, azure, eu10], ruleset)
    expect(rules.map(({ rule, ...use }) => ({ text: rule.text, ...use }))).toEqual([
      { text: 'aws', clusters: 5, lastAt: 9, combinations: [eu10, us] },
      { text: 'aws(PR=cf-eu11) -> EU', clusters: 7, lastAt: null, combinations: [eu] },
      { text: 'gcp(PR=cf-sa30) -> PR', clusters: 0, lastAt: null, combinations: [] },
    ])
    expect(uncovered).toEqual([azure, gcp])
  })

  test('does not guess a decision that depends on an unknown platform region', () => {
    const ruleset = rulesetOf(['aws', 'aws(PR=cf-eu11) -> EU', 'gcp', 'azure(HR=westeurope)'])
    const [aws, gcp, azure] = [seen('aws', null, 2, 5), seen('gcp', null, 3, 4), seen('azure', null, 1, null)]
    const { rules, uncovered, unclear } = coverRules([aws, gcp, azure], ruleset)
    expect(rules.map(({ clusters }) => clusters)).toEqual([0, 0, 3, 0])
    expect([uncovered, unclear]).toEqual([[azure], [aws]])
  })

  test('does not guess a decision that depends on an unknown hyperscaler region', () => {
    const ruleset = rulesetOf(['aws', 'aws(HR=eu-central-1)', 'gcp -> HR'])
    const [aws, gcp] = [
      { ...seen('aws', '', 2, 5), hyperscalerRegion: null },
      { ...seen('gcp', null, 3, 4), hyperscalerRegion: null },
    ]
    const { rules, unclear } = coverRules([aws, gcp], ruleset)
    expect(rules.map(({ clusters }) => clusters)).toEqual([0, 0, 3])
    expect(unclear).toEqual([aws])
  })

  test('adds up to the known clusters, each under the rule that decides for it', () => {
    const anySeen = fc.array(
      fc
        .record({
          request: anyRequest,
          isKnown: fc.boolean(),
          lastAt: fc.option(fc.nat(99)),
          clusters: fc.nat({ max: 9 }),
        })
        .map(({ request: { globalAccount: _, ...request }, isKnown, ...count }) => {
          return { ...request, platformRegion: isKnown ? request.platformRegion : null, ...count }
        }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(validRuleTexts, anySeen, (texts, all) => {
        const ruleset = rulesetOf(texts)
        const { rules, uncovered, unclear } = coverRules(mergeCombinations(all), ruleset)
        const asks = (plan: string) => ruleset.rulesOf(plan).some(rule => rule.platformRegion !== null)
        for (const { rule, clusters, lastAt } of rules) {
          const decided = all.filter(({ platformRegion, ...one }) => {
            if (platformRegion === null && asks(one.plan)) return false
            return ruleset.match({ ...one, platformRegion: platformRegion ?? 'anywhere' }) === rule
          })
          const moments = decided.flatMap(one => one.lastAt ?? [])
          expect([clusters, lastAt]).toEqual([countClusters(decided), moments.length > 0 ? Math.max(...moments) : null])
        }
        const combinations = [...rules.flatMap(rule => rule.combinations), ...uncovered, ...unclear]
        expect(countClusters(combinations)).toBe(countClusters(all))
        expect(rules.reduce((sum, { clusters }) => sum + clusters, 0)).toBe(
          countClusters(all) - countClusters(uncovered) - countClusters(unclear),
        )
        expect(new Set(combinations).size).toBe(mergeCombinations(all).length)
        expect(unclear.every(({ platformRegion }) => platformRegion === null)).toBe(true)
      }),
    )
  })
})

describe('rules and pools', () => {
  const pool = (hyperscalerType: string, euAccess = false, shared = false) => ({ hyperscalerType, euAccess, shared })

  test('are reported if they do not match', () => {
    const ruleset = rulesetOf([
      'aws',
      'aws(PR=cf-eu11) -> EU',
      'gcp -> PR',
      'trial -> S',
      'sap-converged-cloud -> HR, S',
    ])
    const pools = [pool('aws'), pool('azure'), pool('gcp_cf-sa30'), pool('aws', false, true), pool('gcp', true, true)]
    const { unreached, unserved } = coverPools(pools, ruleset, PLANS)
    expect(unreached).toEqual([pools[1], pools[4]])
    expect(unserved.map(({ rule, reaches }) => [rule.text, reaches.map(reachName)])).toEqual([
      ['aws(PR=cf-eu11) -> EU', ['aws']],
      ['trial -> S', ['azure', 'gcp']],
      ['sap-converged-cloud -> HR, S', ['openstack_…']],
    ])
  })

  test('are not reported if a request connects them', () => {
    fc.assert(
      fc.property(validRuleTexts, anyRequest, (texts, request) => {
        const ruleset = rulesetOf(texts)
        const rule = ruleset.match(request)
        const isMeant = PLANS.byName.get(request.plan)?.providers?.includes(request.provider)
        if (!rule || !isMeant || request.platformRegion === '' || request.hyperscalerRegion === '') return
        const target = targetPool(rule, request)
        const { unreached, unserved } = coverPools([target], ruleset, PLANS)
        expect(unreached).toEqual([])
        const missing = unserved.find(one => one.rule === rule)?.reaches ?? []
        expect(missing.map(({ provider }) => provider)).not.toContain(request.provider)
        expect(poolKey(target)).toContain(request.provider)
      }),
    )
  })
})
