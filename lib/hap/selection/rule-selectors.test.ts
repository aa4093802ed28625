import { expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../plans/default-plans.ts'
import { planTable } from '../plans/plan.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf } from '../semantics/policy.ts'
import { ruleSelectors } from './rule-selectors.ts'

const plans = planTable([...DEFAULT_PLANS.byName.values(), { name: 'own', providers: null }], [])

test.each([
  ['aws', ['hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName']],
  ['aws(PR=cf-eu11) -> EU', ['hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName']],
  ['gcp(PR=cf-sa30) -> PR', ['hyperscalerType=gcp_cf-sa30,!euAccess,shared!=true,!dirty,!tenantName']],
  ['gcp -> PR, HR', ['hyperscalerType=gcp_…_…,!euAccess,shared!=true,!dirty,!tenantName']],
  ['sap-converged-cloud -> HR, S', ['hyperscalerType=openstack_…,!euAccess,shared=true']],
  ['own', ['hyperscalerType=…,!euAccess,shared!=true,!dirty,!tenantName']],
])('%s', (text, expected) => {
  const rule = Ruleset.from([text], plans, policyOf('documented')).ruleset?.rules[0]
  expect(rule && ruleSelectors(rule, plans)).toEqual(expected)
})

test('a plan with several providers has a selector for each', () => {
  const rule = Ruleset.from(['trial -> S'], plans, policyOf('documented')).ruleset?.rules[0]
  const providers = plans.byName.get('trial')?.providers ?? []
  expect(rule && ruleSelectors(rule, plans)).toEqual(
    providers.map(provider => `hyperscalerType=${provider},!euAccess,shared=true`),
  )
})
