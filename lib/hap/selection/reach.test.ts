import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import { readLabels } from '../pools/labels.ts'
import { poolName } from '../pools/pool.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf } from '../semantics.ts'
import { foundBy, onlyPool, reaches, reachName, reachOf, ruleSelectors } from './reach.ts'
import { targetPool } from './resolve-target.ts'

const plans = { ...DEFAULT_PLANS, required: new Set<string>() }

function ruleOf(text: string) {
  const rule = Ruleset.from([text], plans, policyOf('documented')).ruleset?.rules[0]
  if (!rule) throw new Error(`${text} is no valid rule`)
  return rule
}

describe('reachOf', () => {
  test.each([
    ['aws', ['aws']],
    ['aws(PR=cf-eu11) -> EU', ['aws · EU']],
    ['free', ['aws', 'azure']],
    ['trial -> S', ['aws · shared', 'azure · shared', 'gcp · shared']],
    ['gcp(PR=cf-sa30) -> PR', ['gcp_cf-sa30']],
    ['gcp(PR=cf-sa30, HR=me-central2) -> HR, PR', ['gcp_cf-sa30_me-central2']],
    ['sap-converged-cloud -> HR, S', [null]],
    ['gcp(HR=x) -> PR, HR', [null]],
    // No label can have the value `aws_cf-*`.
    ['aws(PR=cf-*) -> PR', [null]],
  ])('%s reaches %j', (text, pools) => {
    const reached = reachOf(ruleOf(text), plans).map(onlyPool)
    expect(reached.map(pool => pool && poolName(pool))).toEqual(pools)
  })

  test('an open region shows as an ellipsis', () => {
    expect(reachOf(ruleOf('gcp(HR=x) -> PR, HR'), plans).map(reachName)).toEqual(['gcp_…_x'])
  })
})

describe('reaches', () => {
  test.each([
    ['sap-converged-cloud -> HR, S', 'openstack_eu-de-1', true],
    ['sap-converged-cloud -> HR, S', 'openstack_a_b', true],
    ['sap-converged-cloud -> HR, S', 'openstack_', false],
    ['sap-converged-cloud -> HR, S', 'openstack', false],
    ['sap-converged-cloud -> HR, S', 'openstackx_eu', false],
    ['sap-converged-cloud(HR=eu-de-1) -> PR, HR, S', 'openstack_cf-eu20_eu-de-1', true],
    ['sap-converged-cloud(HR=eu-de-1) -> PR, HR, S', 'openstack_cf-eu20_eu-de-2', false],
    ['sap-converged-cloud(HR=eu-de-1) -> PR, HR, S', 'openstack_eu-de-1', false],
  ])('%s, hyperscaler type %s: %s', (text, hyperscalerType, expected) => {
    const pool = { hyperscalerType, euAccess: false, shared: true }
    expect(reachOf(ruleOf(text), plans).some(reach => reaches(reach, pool))).toBe(expected)
  })

  test('includes the pool of every request that a rule can match', () => {
    const region = fc.constantFrom('eu', 'us', 'a_b', 'x-1')
    const outputs = fc.subarray(['PR', 'HR', 'EU', 'S'])
    const inputs = fc.record({ PR: fc.option(region), HR: fc.option(region) })
    fc.assert(
      fc.property(
        fc.constantFrom('aws', 'free', 'trial'),
        inputs,
        outputs,
        region,
        region,
        (plan, given, output, pr, hr) => {
          const attributes = Object.entries(given).flatMap(([name, value]) =>
            value === null ? [] : [`${name}=${value}`],
          )
          const rule = ruleOf(`${plan}(${attributes.join(',')})${output.length > 0 ? ` -> ${output.join(',')}` : ''}`)
          for (const provider of plans.byName.get(plan)?.providers ?? []) {
            const request = {
              plan,
              provider,
              platformRegion: given.PR ?? pr,
              hyperscalerRegion: given.HR ?? hr,
              globalAccount: 'ga',
            }
            const pool = targetPool(rule, request)
            expect(reachOf(rule, plans).some(reach => reaches(reach, pool))).toBe(true)
          }
        },
      ),
    )
  })
})

const selectorPlans = planTable([...DEFAULT_PLANS.byName.values(), { name: 'own', providers: null }], [])

test.each([
  ['aws', ['hyperscalerType=aws,!euAccess,shared!=true,!dirty,!tenantName']],
  ['aws(PR=cf-eu11) -> EU', ['hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName']],
  ['gcp(PR=cf-sa30) -> PR', ['hyperscalerType=gcp_cf-sa30,!euAccess,shared!=true,!dirty,!tenantName']],
  ['gcp -> PR, HR', ['hyperscalerType=gcp_…_…,!euAccess,shared!=true,!dirty,!tenantName']],
  ['sap-converged-cloud -> HR, S', ['hyperscalerType=openstack_…,!euAccess,shared=true']],
  ['own', ['hyperscalerType=…,!euAccess,shared!=true,!dirty,!tenantName']],
])('%s', (text, expected) => {
  const rule = Ruleset.from([text], selectorPlans, policyOf('documented')).ruleset?.rules[0]
  expect(rule && ruleSelectors(rule, selectorPlans)).toEqual(expected)
})

test('a plan with several providers has a selector for each', () => {
  const rule = Ruleset.from(['trial -> S'], selectorPlans, policyOf('documented')).ruleset?.rules[0]
  const providers = selectorPlans.byName.get('trial')?.providers ?? []
  expect(rule && ruleSelectors(rule, selectorPlans)).toEqual(
    providers.map(provider => `hyperscalerType=${provider},!euAccess,shared=true`),
  )
})

const aws = { hyperscalerType: 'aws' }

test.each([
  [aws, 'claim'],
  [{ ...aws, shared: 'True' }, 'claim'],
  [{ ...aws, euAccess: 'true', internal: 'yes' }, 'claim'],
  [{ ...aws, tenantName: 'ga', shared: 'no' }, 'reuse'],
  [{ ...aws, shared: 'true', dirty: 'false' }, 'shared'],
  [{ ...aws, dirty: 'false' }, null],
  [{ ...aws, euAccess: 'false' }, null],
  [{ ...aws, tenantName: '' }, null],
  [{ tenantName: 'ga' }, null],
  [{ hyperscalerType: '', shared: 'true' }, null],
])('%j is found by %s', (labels, found) => {
  expect(foundBy(readLabels('CredentialsBinding', labels as Record<string, string>))).toBe(found)
})
