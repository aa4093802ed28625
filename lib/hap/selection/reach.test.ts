import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLANS } from '../plans/default-plans.ts'
import { poolName } from '../pools/pool.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf } from '../semantics/policy.ts'
import { onlyPool, reaches, reachName, reachOf } from './reach.ts'
import { targetPool } from './target-pool.ts'

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
    // No label can have `aws_cf-*` as its value.
    ['aws(PR=cf-*) -> PR', [null]],
  ])('%s leads to %j', (text, pools) => {
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

  test('holds for the pool of every request a rule can match', () => {
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
