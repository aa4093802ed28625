import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXAMPLE_MULTI_ACCOUNT, parseMultiAccount } from './lifecycle/multi-account-document.ts'
import { DEFAULT_PLANS, planTable, providerTypeOf } from './plans/plan.ts'
import { parsePlans } from './plans/plans-document.ts'

describe('plansFromDocument', () => {
  test('reads a mapping from plan to providers', () => {
    const result = parsePlans({ aws: 'aws', trial: ['aws', 'gcp'], own: null }, null, DEFAULT_PLANS)
    if (!('plans' in result)) throw new Error(result.problems.join(' '))
    expect([...result.plans.byName.values()].map(plan => plan.providers)).toEqual([['aws'], ['aws', 'gcp'], null])
    expect([...result.plans.required]).toEqual(['aws', 'trial'])
  })

  test('takes the provider type of a provider from any of its plans', () => {
    const document = { a: 'own', b: [{ name: 'own', providerType: 'openstack' }, 'aws'], c: { name: 'aws' } }
    const result = parsePlans(document, [], DEFAULT_PLANS)
    if (!('plans' in result)) throw new Error(result.problems.join(' '))
    const { plans } = result
    expect(Array.from(plans.byName.values(), ({ providers }) => providers)).toEqual([['own'], ['own', 'aws'], ['aws']])
    expect(['own', 'aws', 'gcp'].map(provider => providerTypeOf(plans, provider))).toEqual(['openstack', 'aws', 'gcp'])
  })

  test.each<[unknown, readonly string[] | null, string]>([
    [[], null, 'The plans are not a mapping from plan to providers, such as `aws: [aws]`.'],
    [{}, null, 'There are no plans.'],
    [{ aws: 5 }, null, 'The providers of plan aws are not a list of names or of {name, providerType}.'],
    [{ 'a(b': 'aws' }, null, '"a(b" cannot be the name of a plan.'],
    [
      { aws: [{ name: 'aws', providerType: 'aws eu' }] },
      null,
      'The providers of plan aws are not a list of names or of {name, providerType}.',
    ],
    [
      { a: [{ name: 'own', providerType: 'x' }], b: { name: 'own', providerType: 'y' } },
      null,
      'Provider own has two provider types, x and y.',
    ],
    [{ aws: 'aws' }, ['gcp', 'aws'], 'Required but not among the plans: gcp.'],
  ])('%j with %j: %s', (document, required, problem) => {
    expect(parsePlans(document, required, DEFAULT_PLANS)).toEqual({ problems: [problem] })
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.anything(), document => void parsePlans(document, null, DEFAULT_PLANS)))
  })
})

describe('multiAccountFromDocument', () => {
  const limits = { default: 3, aws: 180, gcp: 135, openstack: 100, alicloud: 100 }
  test.each([
    [{ hap: { multiHyperscalerAccount: { allowedGlobalAccounts: ['*'], limits } } }],
    [{ allowedGlobalAccounts: ['*'], limits, minBindingsForGuard: 0 }],
  ])('reads the example of seed 003 from %j', document => {
    expect(parseMultiAccount(document, DEFAULT_PLANS)).toEqual({ multiAccount: EXAMPLE_MULTI_ACCOUNT })
  })

  test('treats missing fields as off', () => {
    const multiAccount = { allowed: [], limits: { default: 0, providers: {} }, minBindingsForGuard: 0 }
    expect(parseMultiAccount({}, DEFAULT_PLANS)).toEqual({ multiAccount })
    expect(parseMultiAccount({ hap: { rule: ['aws'] } }, DEFAULT_PLANS)).toEqual({ multiAccount })
    const nulls = { allowedGlobalAccounts: null, limits: null, minBindingsForGuard: null }
    expect(parseMultiAccount(nulls, DEFAULT_PLANS)).toEqual({ multiAccount })
  })

  test('accepts limits for any provider while a plan accepts any provider', () => {
    const anyProvider = planTable([{ name: 'own', providers: null }], [])
    expect(parseMultiAccount({ limits: { metal: 2 } }, anyProvider)).toMatchObject({
      multiAccount: { limits: { providers: { metal: 2 } } },
    })
  })

  test('counts a repeated id once, at its first position', () => {
    const document = { allowedGlobalAccounts: ['ga-2', 'ga-1', 'ga-2', '*', 'ga-1'] }
    expect(parseMultiAccount(document, DEFAULT_PLANS)).toMatchObject({
      multiAccount: { allowed: ['ga-2', 'ga-1', '*'] },
    })
  })

  test.each<[unknown, string]>([
    [null, 'There is no mapping `hap.multiHyperscalerAccount` with allowedGlobalAccounts and limits.'],
    [{ allowed: [] }, 'Unknown setting allowed; there are allowedGlobalAccounts, limits, minBindingsForGuard.'],
    [{ allowedGlobalAccounts: 'all' }, 'allowedGlobalAccounts is not a list of global account ids.'],
    [{ limits: [] }, 'limits is not a mapping from provider to a number of clusters.'],
    [{ limits: { AWS: 180 } }, 'limits has AWS, a provider of no plan. Did you mean aws?'],
    [
      { limits: { 'sap-converged-cloud': 100 } },
      'limits has sap-converged-cloud, a provider of no plan. Plan sap-converged-cloud runs on openstack.',
    ],
    [
      { limits: { digitalocean: 1 } },
      'limits has digitalocean, a provider of no plan. Providers are alicloud, aws, azure, gcp, gdch, openstack.',
    ],
    [{ limits: { aws: -1 } }, 'limits.aws is -1, not a whole number from 0 to 999999.'],
    [{ minBindingsForGuard: 1.5 }, 'minBindingsForGuard is not a whole number from 0 to 999999.'],
  ])('%j: %s', (document, problem) => {
    expect(parseMultiAccount(document, DEFAULT_PLANS)).toEqual({ problems: [problem] })
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.anything(), document => void parseMultiAccount(document, DEFAULT_PLANS)))
  })
})
