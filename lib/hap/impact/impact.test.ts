import { expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { MULTI_ACCOUNT_OFF } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '../plans/default-plans.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf } from '../semantics/policy.ts'
import { compareRulesets } from './impact.ts'

const plans = { ...DEFAULT_PLANS, required: new Set<string>() }

function configOf(texts: readonly string[]) {
  const policy = policyOf('documented')
  const { ruleset } = Ruleset.from(texts, plans, policy)
  if (!ruleset) throw new Error(`${texts} is not valid`)
  return { ruleset, plans, policy, multiAccount: MULTI_ACCOUNT_OFF, at: 0 }
}

const noClusters = {
  clusters: () => ({ database: 0, reserved: 0, onlyInGardener: 0 }),
  instances: () => 0,
  shoots: () => 0,
}

const inventory = {
  usage: noClusters,
  bindings: PoolIndex.of([
    bindingOf('a', { hyperscalerType: 'aws' }),
    bindingOf('b', { hyperscalerType: 'aws_eu', tenantName: 'ga' }),
    bindingOf('c', { hyperscalerType: 'aws', shared: 'true' }),
    bindingOf('d', { hyperscalerType: 'aws_jp', tenantName: 'ga', internal: 'true' }),
  ]),
}

function impact(before: readonly string[], after: readonly string[], platformRegion = 'eu', globalAccount = 'ga') {
  const request = { plan: 'aws', provider: 'aws', platformRegion, hyperscalerRegion: '', globalAccount }
  const [row] = compareRulesets([{ request, clusters: 1 }], configOf(before), configOf(after), inventory)
  return row?.impact
}

test.each([
  [['aws'], ['gcp'], 'newly-unmatched'],
  [['aws'], ['aws -> HR'], 'newly-unmatched'],
  [['aws -> EU'], ['aws'], 'loses-eu'],
  [['aws'], ['aws -> S'], 'becomes-shared'],
  [['aws'], ['aws -> EU'], 'empty-pool'],
  [['aws -> S'], ['aws'], 'moves-pool'],
  [['aws'], ['aws -> PR'], 'moves-pool'],
  [['gcp'], ['aws'], 'newly-matched'],
  [['gcp'], ['gcp -> S'], 'unmatched'],
  [['aws'], ['aws(PR=eu)'], 'unchanged'],
])('from %j to %j: %s', (before, after, expected) => {
  expect(impact(before, after)).toBe(expected)
})

test('a pool in which only somebody else owns a binding is empty', () => {
  expect(impact(['aws'], ['aws -> PR'], 'eu', 'other')).toBe('empty-pool')
})

test('an own binding that is never selected leaves the pool as empty as the decision finds it', () => {
  expect(impact(['aws'], ['aws -> PR'], 'jp')).toBe('empty-pool')
})

test('a request that both refuse is unmatched', () => {
  expect(impact(['aws -> HR'], ['aws -> PR, HR'])).toBe('unmatched')
})

test('the worst comes first, then the most clusters', () => {
  const request = { plan: 'aws', provider: 'aws', platformRegion: 'eu', hyperscalerRegion: '', globalAccount: 'ga' }
  const requests = [
    { request, clusters: 1 },
    { request: { ...request, platformRegion: 'us' }, clusters: 2 },
    { request: { ...request, platformRegion: 'jp' }, clusters: 3 },
  ]
  const rows = compareRulesets(requests, configOf(['aws(PR=eu) -> EU', 'aws']), configOf(['aws']), inventory)
  expect(rows.map(row => [row.impact, row.clusters])).toEqual([
    ['loses-eu', 1],
    ['unchanged', 3],
    ['unchanged', 2],
  ])
})
