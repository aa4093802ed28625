import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRequest, validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf, SEMANTICS, type Semantics } from '../semantics.ts'
import type { Expectation } from './pinned-case.ts'
import { expectationOf, type RouteConfig, runCases } from './run-cases.ts'

const PLANS = planTable(DEFAULT_PLANS.byName.values(), [])

function config(rules: readonly string[], semantics: Semantics = 'documented'): RouteConfig {
  const policy = policyOf(semantics)
  const { ruleset } = Ruleset.from(rules, PLANS, policy)
  if (!ruleset) throw new Error(`not valid: ${rules.join('; ')}`)
  return { ruleset, plans: PLANS, policy }
}

const RULES = ['aws', 'aws(PR=cf-eu11) -> EU', 'gcp(PR=cf-sa30) -> PR', 'trial -> S', 'sap-converged-cloud -> HR, S']

const request = (plan: string, platformRegion = '', hyperscalerRegion = '', provider = '', globalAccount = '') => {
  return { plan, provider, platformRegion, hyperscalerRegion, globalAccount }
}

const rule = (text: string): Expectation => ({ kind: 'rule', rule: text })
const pool = (hyperscalerType: string, euAccess = false, shared = false): Expectation => {
  return { kind: 'pool', pool: { hyperscalerType, euAccess, shared } }
}
const selector = (text: string): Expectation => ({ kind: 'selector', selector: text })
const NO_RULE: Expectation = { kind: 'no-rule' }
const REFUSED: Expectation = { kind: 'refused' }

const EU = request('aws', 'cf-eu11')

describe('a case', () => {
  test.each<[string, ReturnType<typeof request>, Expectation, boolean, string]>([
    ['its rule', EU, rule('aws(PR=cf-eu11) -> EU'), true, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['its rule in another writing', EU, rule(' aws( PR = cf-eu11 )->EU '), true, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['its rule with another output', EU, rule('aws(PR=cf-eu11)'), false, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['another rule', EU, rule('aws'), false, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['an invalid rule', EU, rule('aws('), false, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['its pool', EU, pool('aws', true), true, 'pool aws · EU, by rule 2'],
    ['its pool without EU', EU, pool('aws'), false, 'pool aws · EU, by rule 2'],
    ['a pool with a region', request('gcp', 'cf-sa30'), pool('gcp_cf-sa30'), true, 'pool gcp_cf-sa30, by rule 3'],
    [
      'the pool of the provider it names',
      request('trial', '', '', 'gcp'),
      pool('gcp', false, true),
      true,
      'pool gcp · shared, by rule 4',
    ],
    [
      'the pool of the first provider',
      request('trial'),
      pool('aws', false, true),
      true,
      'pool aws · shared, by rule 4',
    ],
    [
      'a selector in another order',
      EU,
      selector('!dirty, shared!=true, euAccess=true, hyperscalerType=aws'),
      true,
      'selector hyperscalerType=aws,euAccess=true,shared!=true,!dirty, by rule 2',
    ],
    [
      'the selector of its tenant',
      request('aws', 'cf-eu11', '', '', 'ga-1'),
      selector('hyperscalerType=aws,euAccess=true,shared!=true,!dirty,tenantName=ga-1'),
      true,
      'selector hyperscalerType=aws,euAccess=true,shared!=true,!dirty, by rule 2',
    ],
    [
      'the selector of another tenant',
      request('aws', 'cf-eu11', '', '', 'ga-1'),
      selector('hyperscalerType=aws,euAccess=true,shared!=true,!dirty,tenantName=ga-2'),
      false,
      'selector hyperscalerType=aws,euAccess=true,shared!=true,!dirty, by rule 2',
    ],
    [
      'that no rule fits',
      request('gcp'),
      NO_RULE,
      true,
      'no rule: No rule of plan gcp matches a request without regions, and there is no rule for every region.',
    ],
    ['that no rule fits where one does', EU, NO_RULE, false, 'rule 2: aws(PR=cf-eu11) -> EU'],
    ['that no rule matches an unknown plan', request('awz'), NO_RULE, true, 'no rule: Unknown plan "awz".'],
    [
      'that it is refused',
      request('aws', '', '', 'gcp'),
      REFUSED,
      true,
      'refused: Plan aws runs on aws, not on "gcp".',
    ],
    [
      'a rule that wins and refuses',
      request('sap-converged-cloud'),
      rule('sap-converged-cloud -> HR, S'),
      false,
      'refused: Rule 5 adds the hyperscaler region to the label, but the request has none.',
    ],
  ])('expects %s', (_, asked, expected, passed, actual) => {
    const [result] = runCases([{ name: 'x', request: asked, expected }], config(RULES))
    expect(result).toMatchObject({ name: 'x', passed, actual })
  })

  test('describes its expectation', () => {
    const all = [rule('aws'), pool('aws', true, true), selector('a=b'), NO_RULE, REFUSED]
    const results = runCases(
      all.map(expected => ({ name: 'x', request: EU, expected })),
      config(RULES),
    )
    expect(results.map(({ expected }) => expected)).toEqual([
      'rule aws',
      'pool aws · EU · shared',
      'selector a=b',
      'no rule',
      'refused',
    ])
  })
})

test('the current result of a request passes as a case of every kind, in both semantics', () => {
  fc.assert(
    fc.property(validRuleTexts, anyRequest, fc.constantFrom(...SEMANTICS), (rules, asked, semantics) => {
      const now = config(rules, semantics)
      for (const kind of ['rule', 'pool', 'selector', 'no-rule', 'refused'] as const) {
        const expected = expectationOf(kind, asked, now)
        expect(runCases([{ name: 'x', request: asked, expected }], now)[0]?.passed).toBe(true)
      }
    }),
  )
})

test('a pool that a change removes fails as a case', () => {
  fc.assert(
    fc.property(validRuleTexts, validRuleTexts, anyRequest, (before, after, asked) => {
      const [old, changed] = [config(before), config(after)]
      const expected = expectationOf('pool', asked, old)
      const same = JSON.stringify(expected) === JSON.stringify(expectationOf('pool', asked, changed))
      expect(runCases([{ name: 'x', request: asked, expected }], changed)[0]?.passed).toBe(same)
    }),
  )
})
