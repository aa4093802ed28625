import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { MULTI_ACCOUNT_OFF, type MultiAccount } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import type { Request } from '../request.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { type Policy, policyOf } from '../semantics.ts'
import { compareSemantics } from './compare-semantics.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'

const AT = Date.parse('2026-05-03T00:00:00Z')
const NOTHING = { database: 0, reserved: 0, onlyInGardener: 0 }
const plans = { ...DEFAULT_PLANS, required: new Set<string>() }
const request: Request = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: 'eu-central-1',
  globalAccount: 'ga',
}

function inventoryOf(bindings: readonly Binding[], clusters: Readonly<Record<string, number>>) {
  const count = (name: string) => clusters[name] ?? 0
  const usage = {
    clusters: ({ name }: Binding) => ({ ...NOTHING, database: count(name) }),
    instances: count,
    tenants: () => [],
    condition: () => null,
    migrations: () => [],
    bindings: () => [],
    shoots: count,
  }
  return { bindings: PoolIndex.of(bindings), usage }
}

function configOf(rules: readonly string[], multiAccount: Partial<MultiAccount>, policy: Policy) {
  const { ruleset } = Ruleset.from(rules, plans, policy)
  if (!ruleset) throw new Error('the rules of the test are not valid')
  return { ruleset, plans, multiAccount: { ...MULTI_ACCOUNT_OFF, ...multiAccount }, policy, at: AT }
}

function words(decision: Decision): readonly (readonly string[])[] {
  return decision.reasoning.steps.map(step =>
    step.candidates.map(one => `${one.binding.name}, ${one.state}: ${one.words}`),
  )
}

const eu = { hyperscalerType: 'aws', euAccess: 'true' }
const own = { ...eu, tenantName: 'ga' }
const allowed = { allowed: ['*'], limits: { default: 3, providers: { aws: 180 } } }

const reuse = [
  bindingOf(
    'aws-eu-0007',
    { ...own, dirty: 'true' },
    { annotations: { [ANNOTATIONS.stateSince]: '2026-05-01T00:00:00Z' } },
  ),
  bindingOf('aws-eu-0014', own),
  bindingOf('aws-eu-0019', own, { deletedAt: '2026-05-02T00:00:00Z' }),
  bindingOf('aws-eu-0031', own),
  bindingOf('aws-eu-0052', own),
  bindingOf('aws-eu-0060', { ...own, euAccess: 'True' }),
  bindingOf('aws-eu-0061', { ...own, shared: 'true' }),
  bindingOf('aws-eu-0062', { ...own, internal: 'true' }),
  bindingOf('aws-eu-0063', own, { annotations: { [ANNOTATIONS.hold]: 'ticket 4711' } }),
  bindingOf('aws-eu-0070', eu),
  bindingOf('aws-eu-0071', { ...eu, tenantName: 'other' }),
  bindingOf('aws-eu-0072', { ...eu, tenantName: 'other', dirty: 'true' }),
]
const clusters = { 'aws-eu-0014': 180, 'aws-eu-0019': 171, 'aws-eu-0031': 146, 'aws-eu-0052': 12 }

describe('a decision for a global account on the allowlist', () => {
  const inventory = inventoryOf(reuse, clusters)
  const decision = decide(
    request,
    inventory,
    configOf(['aws', 'aws(PR=cf-eu11) -> EU'], allowed, policyOf('documented')),
  )

  test('states for each binding why it was taken or skipped', () => {
    expect(words(decision)).toEqual([
      [
        'aws-eu-0007, dirty: dirty for 48 h',
        'aws-eu-0014, claimed: full: 180 of 180',
        'aws-eu-0019, terminating: terminating, never selected',
        'aws-eu-0031, claimed: fullest account below the limit',
        'aws-eu-0052, claimed: 12 clusters vs. 146',
        'aws-eu-0060, malformed: not selected by euAccess=true: euAccess=True, only true or no label is valid',
        'aws-eu-0061, shared: not selected by shared!=true',
        'aws-eu-0062, internal: internal, never selected',
        'aws-eu-0063, held: on hold: ticket 4711',
      ],
      ['aws-eu-0070, free: not needed: an existing account is reused'],
    ])
  })

  test('shows the selectors in their order, and the number of bindings of other owners', () => {
    expect(
      decision.reasoning.steps.map(({ purpose, text, reached, others }) => [purpose, text, reached, others]),
    ).toEqual([
      ['reuse', 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,tenantName=ga', true, {}],
      ['claim', 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName', false, { claimed: 1, dirty: 1 }],
    ])
  })

  test('shows the limit and the rules', () => {
    expect(decision.reasoning.limit).toEqual({ value: 180, source: 'provider', setting: 'limits.aws' })
    expect(decision.reasoning.onAllowlist).toBe(true)
    expect(decision.reasoning.rules.map(trace => trace.words)).toEqual(['chosen', 'less specific (0 vs. 1)'])
    expect(decision.outcome.message).toBe('Reuses aws-eu-0031.')
  })

  test('differs from KEB by the terminating binding', () => {
    const { policy: _, ...config } = configOf(['aws', 'aws(PR=cf-eu11) -> EU'], allowed, policyOf('documented'))
    const { documented, keb, differences } = compareSemantics(request, inventory, config)
    expect([documented, keb].map(({ outcome }) => outcome.message)).toEqual([
      'Reuses aws-eu-0031.',
      'Reuses aws-eu-0019.',
    ])
    expect(differences.map(difference => difference.id)).toEqual(['D8'])
  })
})

test('the least used shared binding wins, with a reason for each of the others', () => {
  const shared = { hyperscalerType: 'aws', shared: 'true' }
  const bindings = [
    bindingOf('a', shared),
    bindingOf('b', shared),
    bindingOf('c', shared),
    bindingOf('d', { ...shared, dirty: 'true' }, { annotations: { [ANNOTATIONS.state]: 'cleaning' } }),
  ]
  const inventory = inventoryOf(bindings, { a: 5, b: 2, c: 2 })
  expect(words(decide(request, inventory, configOf(['aws -> S'], {}, policyOf('documented'))))).toEqual([
    [
      'a, shared: 5 clusters vs. 2',
      'b, shared: fewest clusters',
      'c, shared: same count (2), later by name',
      'd, cleaning: cleaning',
    ],
  ])
})

describe('an empty pool', () => {
  const bindings = [
    bindingOf('a', { hyperscalerType: 'aws', tenantName: 'ga' }),
    bindingOf('b', { hyperscalerType: 'aws', tenantName: 'other', dirty: 'true' }),
  ]
  test.each([
    [{}, 'c', 'Would wait: pool aws has no free binding.'],
    [
      { allowed: ['ga'], limits: { default: 1, providers: {} } },
      'ga',
      'Would wait: the only binding of this global account cannot take the cluster, and pool aws has no free binding.',
    ],
  ])('is named, with %j for %s', (multiAccount, globalAccount, message) => {
    const config = configOf(['aws'], multiAccount, policyOf('documented'))
    expect(decide({ ...request, globalAccount }, inventoryOf(bindings, { a: 1 }), config).outcome).toEqual({
      kind: 'wait',
      message,
    })
  })
})

describe('both semantics', () => {
  const compare = (bindings: readonly Binding[], rules: readonly string[], change: Partial<Request>) => {
    const { policy: _, ...config } = configOf(rules, {}, policyOf('documented'))
    const { differences } = compareSemantics({ ...request, ...change }, inventoryOf(bindings, {}), config)
    return differences.map(difference => difference.id).join(' ')
  }
  const aws = { hyperscalerType: 'aws' }
  const free = ['a', 'b', 'c', 'd', 'e'].map(name => bindingOf(name, aws))
  test.each<[string, readonly Binding[], readonly string[], Partial<Request>, string]>([
    ['agree on the plain case', [bindingOf('a', aws)], ['aws'], {}, ''],
    ['agree that nothing fits', [], ['gcp'], {}, ''],
    ['part on internal', [bindingOf('a', { ...aws, internal: 'true' })], ['aws'], {}, 'D4'],
    ['part on dirty shared', [bindingOf('a', { ...aws, shared: 'true', dirty: 'true' })], ['aws -> S'], {}, 'D5'],
    ['part on an empty region', [], ['aws -> PR'], { platformRegion: '' }, 'D6'],
    ['part on the provider', [], ['aws'], { provider: 'gcp' }, 'D7'],
    ['part on the claim order', free, ['aws'], {}, 'D13'],
    ['part on malformed', [bindingOf('a', { ...aws, shared: 'no' })], ['aws'], {}, 'D14'],
    ['part on a hold', [bindingOf('a', aws, { annotations: { [ANNOTATIONS.hold]: '' } })], ['aws'], {}, 'hold'],
    [
      'differ in two points',
      [bindingOf('a', { ...aws, internal: 'true' }, { deletedAt: '2026-01-01T00:00:00Z' })],
      ['aws'],
      {},
      'D4 D8',
    ],
  ])('%s', (_, bindings, rules, change, expected) => {
    expect(compare(bindings, rules, change)).toBe(expected)
  })
})
