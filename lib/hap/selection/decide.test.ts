import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { configOf, decideIn, summary, usageOf, type World } from '../../../test/engine/decide-world.ts'
import type { MultiAccount } from '../lifecycle/multi-account.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import type { Request } from '../request.ts'
import { policyOf } from '../semantics.ts'
import { decide } from './decide.ts'
import { claimStart, fnv1a } from './search.ts'

const aws = { hyperscalerType: 'aws' }
const own = { ...aws, tenantName: 'ga' }
const keb = policyOf('keb')

const ACCOUNT = { kind: 'Secret', namespace: 'garden-test', name: 'a' } as const

describe('a dedicated rule', () => {
  test.each<[string, World, string]>([
    ['reuses the own binding', { bindings: [bindingOf('a', own), bindingOf('b', aws)] }, 'reuse a'],
    ['reuses the first own binding by name', { bindings: [bindingOf('z', own), bindingOf('m', own)] }, 'reuse m'],
    [
      'claims a free binding',
      { bindings: [bindingOf('a', { ...aws, tenantName: 'other' }), bindingOf('b', aws)] },
      'claim b',
    ],
    [
      'leaves a dirty own binding',
      { bindings: [bindingOf('a', { ...own, dirty: 'true' }), bindingOf('b', aws)] },
      'claim b',
    ],
    ['waits where the pool is empty', { bindings: [bindingOf('a', { ...aws, euAccess: 'true' })] }, 'wait'],
    ['never takes an internal binding', { bindings: [bindingOf('a', { ...aws, internal: 'true' })] }, 'wait'],
    [
      'takes an internal binding as KEB',
      { bindings: [bindingOf('a', { ...aws, internal: 'true' })], policy: keb },
      'claim a',
    ],
    [
      'never takes a terminating binding',
      { bindings: [bindingOf('a', own, { deletedAt: '2026-01-01T00:00:00Z' })] },
      'wait',
    ],
    [
      'takes a terminating binding as KEB',
      { bindings: [bindingOf('a', own, { deletedAt: '2026-01-01T00:00:00Z' })], policy: keb },
      'reuse a',
    ],
    [
      'leaves a held binding',
      { bindings: [bindingOf('a', aws, { annotations: { [ANNOTATIONS.hold]: 'x' } })] },
      'wait',
    ],
    [
      'leaves a restored free binding',
      { bindings: [bindingOf('a', aws, { doubt: 'restored' }), bindingOf('b', aws)] },
      'claim b',
    ],
    [
      'claims no second account while the own binding is restored',
      { bindings: [bindingOf('a', own, { doubt: 'copied' }), bindingOf('b', aws)] },
      'wait',
    ],
    [
      'takes a restored binding as KEB',
      { bindings: [bindingOf('a', own, { doubt: 'restored' }), bindingOf('b', aws)], policy: keb },
      'reuse a',
    ],
    ['leaves a malformed binding', { bindings: [bindingOf('a', { ...own, shared: 'false' })] }, 'wait'],
    [
      'takes a malformed binding as KEB',
      { bindings: [bindingOf('a', { ...own, shared: 'false' })], policy: keb },
      'reuse a',
    ],
  ])('%s', (_, world, expected) => {
    expect(summary(decideIn(world))).toBe(expected)
  })
})

test('a pool whose free accounts were restored says so', () => {
  const bindings = ['a', 'b'].map(name => bindingOf(name, aws, { doubt: 'restored' }))
  expect(decideIn({ bindings }).outcome.message).toBe(
    'Would wait: pool aws has no usable binding; 2 free accounts were restored or recreated.',
  )
})

const twin = (labels: Binding['labels'], more: Partial<Binding> = {}) =>
  bindingOf('b', labels, { ...more, account: ACCOUNT })

test.each<[string, World, string]>([
  [
    'that is dirty by another binding',
    { bindings: [bindingOf('a', aws), twin({ ...aws, dirty: 'true' })] },
    '1 account with a free binding is dirty',
  ],
  [
    'with another binding that is being deleted',
    { bindings: [bindingOf('a', aws), twin(aws, { deletedAt: '2026-01-02T00:00:00Z' })] },
    '1 account with a free binding is terminating',
  ],
  [
    'with a cluster',
    { bindings: [bindingOf('a', aws)], tenants: { a: ['other'] } },
    '1 free account has clusters already',
  ],
  [
    'with two bindings that do not fit',
    { bindings: [bindingOf('a', aws, { providers: ['gcp'] }), twin(aws, { providers: ['gcp'] })] },
    '1 free account has a provider type that does not fit aws',
  ],
])('a pool with an account %s names it', (_, world, why) => {
  expect(decideIn(world).outcome.message).toBe(`Would wait: pool aws has no usable binding; ${why}.`)
})

describe('a shared rule', () => {
  const shared = { ...aws, shared: 'true' }
  test.each<[string, World, string]>([
    [
      'takes the least used',
      { bindings: [bindingOf('a', shared), bindingOf('b', shared)], clusters: { a: 3, b: 2 } },
      'shared b',
    ],
    ['takes the first by name in a tie', { bindings: [bindingOf('b', shared), bindingOf('a', shared)] }, 'shared a'],
    ['leaves a dirty one', { bindings: [bindingOf('a', { ...shared, dirty: 'true' })] }, 'wait'],
    ['takes a dirty one as KEB', { bindings: [bindingOf('a', { ...shared, dirty: 'true' })], policy: keb }, 'shared a'],
    ['never takes a free one', { bindings: [bindingOf('a', aws)] }, 'wait'],
  ])('%s', (_, world, expected) => {
    expect(summary(decideIn(world, { plan: 'trial' }))).toBe(expected)
  })
})

describe('a global account on the allowlist (seed 003)', () => {
  const limits = { default: 3, providers: { aws: 200 } }
  const bindings = [bindingOf('a', own), bindingOf('b', own), bindingOf('c', aws)]
  test.each<[string, Readonly<Record<string, number>>, Partial<MultiAccount>, string]>([
    ['fills the most populated', { a: 150, b: 199 }, { allowed: ['ga'], limits }, 'reuse b'],
    ['fills the other one where it is full', { a: 150, b: 200 }, { allowed: ['*'], limits }, 'reuse a'],
    ['claims where all are full', { a: 200, b: 250 }, { allowed: ['ga'], limits }, 'claim c'],
    ['takes an empty one', { a: 200 }, { allowed: ['ga'], limits }, 'reuse b'],
    ['takes the first by name in a tie', { a: 7, b: 7 }, { allowed: ['ga'], limits }, 'reuse a'],
    ['is stopped by the guard', {}, { allowed: ['ga'], limits, minBindingsForGuard: 2 }, 'guard'],
    ['is not stopped with one cluster', { b: 1 }, { allowed: ['ga'], limits, minBindingsForGuard: 2 }, 'reuse b'],
    ['is not stopped with fewer bindings', {}, { allowed: ['ga'], limits, minBindingsForGuard: 3 }, 'reuse a'],
    [
      'has no limit without settings',
      { a: 5_000 },
      { allowed: ['ga'], limits: { default: 0, providers: {} } },
      'reuse a',
    ],
    ['claims immediately, because no configuration means 0', {}, { allowed: ['ga'], limits: null }, 'claim c'],
  ])('%s', (_, clusters, multiAccount, expected) => {
    expect(summary(decideIn({ bindings, clusters, multiAccount }))).toBe(expected)
  })

  test('states how full the account is afterwards and the source of the limit', () => {
    const { outcome } = decideIn({ bindings, clusters: { a: 146 }, multiAccount: { allowed: ['*'], limits } })
    expect(outcome).toMatchObject({
      clustersAfter: 147,
      limit: { value: 200, source: 'provider', setting: 'limits.aws' },
    })
  })

  test('applies no limit to other global accounts', () => {
    expect(
      decideIn({ bindings, clusters: { a: 999 }, multiAccount: { allowed: ['GA'], limits } }).outcome,
    ).toMatchObject({
      kind: 'reuse',
      clustersAfter: 1_000,
      limit: null,
    })
  })
})

describe('an account in other use', () => {
  const [t1, shared] = [
    { ...aws, tenantName: 'other' },
    { ...aws, shared: 'true' },
  ]
  const twin = { account: bindingOf('a', {}).account }
  const limits = { default: 2, providers: {} }
  test.each<[string, World, string, string]>([
    [
      'is not claimed for its other owner',
      { bindings: [bindingOf('a', aws), bindingOf('b', t1, twin)] },
      'wait',
      'claim a',
    ],
    [
      'is not claimed while another binding of it is dirty',
      { bindings: [bindingOf('a', aws), bindingOf('b', { ...aws, dirty: 'true' }, twin)] },
      'wait',
      'claim a',
    ],
    [
      'is not claimed while another binding of it cannot be assigned',
      { bindings: [bindingOf('a', aws), bindingOf('b', { ...aws, internal: 'true' }, twin)] },
      'wait',
      'claim a',
    ],
    [
      'is claimed by the first of two free bindings',
      { bindings: [bindingOf('a', aws), bindingOf('b', { ...aws, euAccess: 'true' }, twin)] },
      'claim a',
      'claim a',
    ],
    [
      'is reused while another binding of it is owned',
      { bindings: [bindingOf('a', own), bindingOf('b', t1, twin)] },
      'reuse a',
      'reuse a',
    ],
    [
      'is not reused while another binding of it is dirty',
      { bindings: [bindingOf('a', own), bindingOf('b', { ...own, dirty: 'true' }, twin), bindingOf('c', aws)] },
      'claim c',
      'reuse a',
    ],
    [
      'is not claimed while clusters of others are on it',
      { bindings: [bindingOf('a', aws)], tenants: { a: ['ga', 'other'] } },
      'wait',
      'claim a',
    ],
    [
      'is not claimed while clusters without a known owner are on it',
      { bindings: [bindingOf('a', aws)], tenants: { a: [null] } },
      'wait',
      'claim a',
    ],
    [
      'is claimed for the owner of the clusters on it',
      { bindings: [bindingOf('a', aws)], tenants: { a: ['ga'] } },
      'claim a',
      'claim a',
    ],
    [
      'is reused despite clusters of any owner',
      { bindings: [bindingOf('a', own)], tenants: { a: ['other'] } },
      'reuse a',
      'reuse a',
    ],
    [
      'is not claimed when it is full before',
      {
        bindings: [bindingOf('a', aws)],
        clusters: { a: 2 },
        tenants: { a: ['ga'] },
        multiAccount: { allowed: ['ga'], limits },
      },
      'wait',
      'claim a',
    ],
  ])('%s', (_, world, documented, asKeb) => {
    expect([summary(decideIn(world)), summary(decideIn({ ...world, policy: keb }))]).toEqual([documented, asKeb])
  })

  test('is not shared while another binding of it is dirty', () => {
    const world = { bindings: [bindingOf('a', shared), bindingOf('b', { ...aws, dirty: 'true' }, twin)] }
    expect(summary(decideIn(world, { plan: 'trial' }))).toBe('wait')
  })

  test('names its other use', () => {
    const bindings = [bindingOf('a', aws), bindingOf('b', t1, twin), bindingOf('c', aws), bindingOf('d', aws)]
    const world = { bindings, tenants: { c: ['other'] }, clusters: { d: 2 }, multiAccount: { allowed: ['ga'], limits } }
    const candidateReasons = decideIn(world).reasoning.steps.flatMap(({ purpose, candidates }) =>
      purpose === 'claim' ? candidates.map(({ binding, reason, words }) => [binding.name, reason, words]) : [],
    )
    expect(candidateReasons).toEqual([
      ['a', 'split', 'another binding of its account, b, is claimed'],
      ['c', 'in-use', 'a cluster of other runs on its account'],
      ['d', 'full', 'full: 2 of 2'],
    ])
  })
})

describe('a request that cannot be served', () => {
  const bindings = [bindingOf('a', aws), bindingOf('', { hyperscalerType: 'gcp' })]
  test.each<[string, Partial<Request>, readonly string[], string]>([
    ['an unknown plan', { plan: 'awz' }, ['aws'], 'refused unknown-plan'],
    ['a plan without a rule', { plan: 'gcp' }, ['aws'], 'no-rule'],
    ['regions without a rule', {}, ['aws(PR=x)'], 'no-rule'],
    ['a provider the plan does not run on', { provider: 'azure' }, ['aws'], 'refused plan-provider'],
    ['no region where the rule needs it', { platformRegion: '' }, ['aws -> PR'], 'refused empty-region'],
    ['a region that cannot be a label', { platformRegion: 'x,shared=true' }, ['aws -> PR'], 'refused illegal-label'],
    ['a global account that cannot be a label', { globalAccount: 'x,shared=true' }, ['aws'], 'refused illegal-label'],
    ['no global account', { globalAccount: '' }, ['aws'], 'refused illegal-label'],
    ['no global account for a shared rule', { globalAccount: '' }, ['aws -> S'], 'wait'],
    ['a binding without a name', { plan: 'gcp', provider: 'gcp' }, ['gcp'], 'refused unnamed-binding'],
  ])('%s', (_, request, rules, expected) => {
    expect(summary(decideIn({ rules, bindings }, request))).toBe(expected)
  })

  test('puts no value into a selector that could be parsed as several requirements', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (globalAccount, platformRegion) => {
        const decision = decideIn({ rules: ['aws -> PR'], bindings }, { globalAccount, platformRegion })
        for (const { text, selector } of decision.reasoning.steps) expect(text.split(',')).toHaveLength(selector.length)
      }),
    )
  })
})

describe('which free binding is claimed', () => {
  test('starts at the published hash of tenant and hyperscaler type', () => {
    expect(fnv1a('')).toBe(0x811c9dc5)
    expect(fnv1a('a')).toBe(0xe40c292c)
    expect(fnv1a('foobar')).toBe(0xbf9cf968)
    expect(claimStart('gä', 'aws', 1_000)).toBe(fnv1a('gäaws') % 1_000)
  })

  test('takes the next by name if the first is held', () => {
    const names = ['a', 'b', 'c', 'd']
    const start = claimStart('ga', 'aws', names.length)
    const bindings = names.map((name, place) => {
      return bindingOf(name, aws, { annotations: place === start ? { [ANNOTATIONS.hold]: 'x' } : {} })
    })
    expect(summary(decideIn({ bindings }))).toBe(`claim ${names[(start + 1) % names.length]}`)
  })
})

test('keeps the explanation of a decision when the inventory changes afterwards', () => {
  const index = PoolIndex.of(['a', 'b', 'c'].map(name => bindingOf(name, aws)))
  const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga' }
  const inventory = { bindings: index, usage: usageOf({ bindings: [] }) }
  const [late, early] = [
    decide(request, inventory, configOf({ bindings: [] })),
    decide(request, inventory, configOf({ bindings: [] })),
  ]
  const before = early.reasoning
  index.put(bindingOf('a', own))
  index.remove(bindingOf('b', {}))
  expect(late.reasoning).toEqual(before)
})
