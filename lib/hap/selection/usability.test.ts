import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { accountBindings } from '../../../test/engine/decide-world.ts'
import { MULTI_ACCOUNT_OFF, type MultiAccount } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS, planTable } from '../plans/plan.ts'
import type { AccountCondition, RefusalCause } from '../pools/account-condition.ts'
import { type Binding, type BindingKind, KEB_KINDS } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import type { Migration } from '../pools/pooled-binding.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { policyOf, type Semantics } from '../semantics.ts'
import { compareSemantics } from './compare-semantics.ts'
import { decide } from './decide.ts'

interface World {
  readonly bindings: readonly Binding[]
  /** Conditions by the name of the account. */
  readonly conditions?: Readonly<Record<string, RefusalCause>>
  /** Accounts that Gardener migrated without labels, with their intended labels. */
  readonly migrated?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Clusters by the name of the account. */
  readonly clusters?: Readonly<Record<string, number>>
  readonly semantics?: Semantics
  readonly multiAccount?: Partial<MultiAccount>
  readonly providerTypes?: readonly (readonly [string, string])[]
  readonly rule?: string
  readonly kebKinds?: readonly BindingKind[]
}

const REQUEST = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga' }
const AWS = { hyperscalerType: 'aws' }
const OWN = { ...AWS, tenantName: 'ga' }
const SHARED = { ...AWS, shared: 'true' }

const providing = (...providers: readonly string[]) => ({ providers })

function inventoryOf({ bindings, conditions = {}, migrated = {}, clusters: counts = {} }: World) {
  const condition = ({ account: { name } }: Binding): AccountCondition | null => {
    const cause = conditions[name]
    return cause ? { cause, since: 0, checkedAt: 0 } : null
  }
  const clusters = ({ account: { name } }: Binding) => ({
    database: counts[name] ?? 0,
    reserved: 0,
    onlyInGardener: 0,
  })
  const migrations = (globalAccount: string): readonly Migration[] =>
    Object.entries(migrated).flatMap(([name, given]) => {
      const labels = readLabels('SecretBinding', given)
      return labels.tenantName === globalAccount ? { binding: bindingOf(name, {}), labels, source: null } : []
    })
  const nothing = { tenants: () => [], bindings: accountBindings(bindings), instances: () => 0, shoots: () => 0 }
  const usage = { clusters, condition, migrations, ...nothing }
  return { bindings: PoolIndex.of(bindings), usage }
}

function configOf({ rule = 'aws', multiAccount = {}, providerTypes = [], kebKinds = KEB_KINDS }: World) {
  const plans = planTable(DEFAULT_PLANS.byName.values(), [], providerTypes)
  const { ruleset } = Ruleset.from([rule], plans, policyOf('documented'))
  if (!ruleset) throw new Error('the rule of the test is not valid')
  return { ruleset, plans, multiAccount: { ...MULTI_ACCOUNT_OFF, ...multiAccount }, kebKinds, at: 0 }
}

function decideIn(world: World) {
  const policy = policyOf(world.semantics ?? 'documented')
  return decide(REQUEST, inventoryOf(world), { ...configOf(world), policy })
}

const outcomeIn = (world: World) => {
  const { outcome } = decideIn(world)
  return 'binding' in outcome ? `${outcome.kind} ${outcome.binding.name}` : outcome.message
}

describe('a provider type that does not fit the hyperscaler type', () => {
  const wrong = bindingOf('wrong', AWS, providing('gcp'))

  test.each<[string, World, string]>([
    ['passes over a free account', { bindings: [wrong, bindingOf('right', AWS, providing('aws'))] }, 'claim right'],
    ['is selected by KEB', { bindings: [wrong], semantics: 'keb' }, 'claim wrong'],
    [
      'passes over a shared account',
      { bindings: [bindingOf('wrong', SHARED, providing('gcp')), bindingOf('right', SHARED)], rule: 'aws -> S' },
      'shared right',
    ],
    [
      'passes over an own account, which can never take a cluster',
      { bindings: [bindingOf('own', OWN, providing('gcp')), bindingOf('right', AWS)] },
      'claim right',
    ],
    ['accepts a list with the type', { bindings: [bindingOf('a', AWS, providing('gcp', 'aws'))] }, 'claim a'],
    ['accepts a binding without one', { bindings: [bindingOf('a', AWS, { kind: 'SecretBinding' })] }, 'claim a'],
    [
      'compares with the provider type of the plans file',
      { bindings: [bindingOf('a', AWS, providing('aws')), wrong], providerTypes: [['aws', 'gcp']] },
      'claim wrong',
    ],
    [
      'is named where a request waits',
      { bindings: [wrong] },
      'Would wait: pool aws has no usable binding; 1 free account has a provider type that does not fit aws.',
    ],
  ])('%s', (_title, world, expected) => {
    expect(outcomeIn(world)).toBe(expected)
  })

  test('is a reason of the candidate and difference D16', () => {
    const world = { bindings: [wrong] }
    expect(decideIn(world).reasoning.steps[1]?.candidates).toMatchObject([
      { reason: 'provider-type', words: 'provider type gcp does not fit aws: Gardener refuses its shoots' },
    ])
    const { differences } = compareSemantics(REQUEST, inventoryOf(world), configOf(world))
    expect(differences.map(({ id }) => id)).toEqual(['D16'])
  })
})

describe('a SecretBinding', () => {
  const secretBinding = bindingOf('a', AWS, { kind: 'SecretBinding' })

  test.each<[string, World, string]>([
    ['is selected as documented', { bindings: [secretBinding] }, 'claim a'],
    [
      'is not selected by KEB',
      { bindings: [secretBinding], semantics: 'keb' },
      'Would wait: pool aws has no free binding.',
    ],
    [
      'is not selected by KEB for its owner',
      { bindings: [bindingOf('own', OWN, { kind: 'SecretBinding' }), bindingOf('b', AWS)], semantics: 'keb' },
      'claim b',
    ],
    [
      'is selected by a KEB that lists it',
      { bindings: [secretBinding], semantics: 'keb', kebKinds: ['CredentialsBinding', 'SecretBinding'] },
      'claim a',
    ],
  ])('%s', (_title, world, expected) => {
    expect(outcomeIn(world)).toBe(expected)
  })

  test('is a reason of the candidate and difference D15', () => {
    const world: World = { bindings: [secretBinding], semantics: 'keb' }
    expect(decideIn(world).reasoning.steps[1]?.candidates).toMatchObject([
      { reason: 'kind', words: 'a SecretBinding, not listed by KEB' },
    ])
    const { differences } = compareSemantics(REQUEST, inventoryOf(world), configOf(world))
    expect(differences.map(({ id }) => id)).toEqual(['D15'])
  })
})

describe('an account that Gardener refuses', () => {
  const [a, b] = [bindingOf('a', AWS), bindingOf('b', AWS)]
  const missing = 'credentials-missing'

  test.each<[string, World, string]>([
    ['passes over a free account', { bindings: [a, b], conditions: { a: missing } }, 'claim b'],
    ['is selected by KEB', { bindings: [a], conditions: { a: missing }, semantics: 'keb' }, 'claim a'],
    [
      'passes over a shared account',
      {
        bindings: [bindingOf('a', SHARED), bindingOf('b', SHARED)],
        conditions: { a: 'quota-missing' },
        rule: 'aws -> S',
      },
      'shared b',
    ],
    [
      'gives no second account to a tenant who may own one',
      { bindings: [bindingOf('own', OWN), b], conditions: { own: missing } },
      'None of the accounts of this global account can be used, and it is not assigned another one: own cannot be written: its Secret is missing.',
    ],
    [
      'reuses another own account',
      { bindings: [bindingOf('own', OWN), bindingOf('second', OWN)], conditions: { own: missing } },
      'reuse second',
    ],
    [
      'claims for a tenant who may own several',
      { bindings: [bindingOf('own', OWN), b], conditions: { own: missing }, multiAccount: { allowed: ['ga'] } },
      'claim b',
    ],
    [
      'is counted by cause where a request waits',
      { bindings: [a, b], conditions: { a: missing, b: missing } },
      'Would wait: pool aws has no usable binding; 2 free accounts cannot be written: their Secrets are missing.',
    ],
    [
      'is counted where a request for a shared account waits',
      { bindings: [bindingOf('a', SHARED)], conditions: { a: 'credentials-unreadable' }, rule: 'aws -> S' },
      'Would wait: pool aws · shared has no usable binding; 1 shared account cannot be written: the console may not read its Secret.',
    ],
  ])('%s', (_title, world, expected) => {
    expect(outcomeIn(world)).toBe(expected)
  })

  const severals = { multiAccount: { allowed: ['ga'], limits: { default: 3, providers: {} } } }
  const notServed =
    'None of the accounts of this global account can be used, and it is not assigned another one: own cannot be written: Gardener no longer serves the kind of its binding.'
  const unlabelled =
    'None of the accounts of this global account can be used, and it is not assigned another one: moved was migrated by Gardener without labels, set hyperscalerType=aws tenantName=ga.'

  test.each<[string, World, string]>([
    [
      'of a kind that is not served prevents a second account of its tenant, even if several are allowed',
      { bindings: [bindingOf('own', OWN), b], conditions: { own: 'kind-not-served' }, ...severals },
      notServed,
    ],
    [
      'that is full and of a kind that is not served is followed by another one',
      {
        bindings: [bindingOf('own', OWN), b],
        conditions: { own: 'kind-not-served' },
        ...severals,
        clusters: { own: 3 },
      },
      'claim b',
    ],
    [
      'that was migrated without labels keeps its tenant from a second one',
      { bindings: [b], migrated: { moved: OWN } },
      unlabelled,
    ],
    [
      'that was migrated without labels does so also where several are allowed',
      { bindings: [b], migrated: { moved: OWN }, ...severals },
      unlabelled,
    ],
    [
      'that was migrated without labels does not keep its tenant from another own one',
      { bindings: [bindingOf('own', OWN), b], migrated: { moved: OWN } },
      'reuse own',
    ],
    ['of another pool does not', { bindings: [b], migrated: { moved: { ...OWN, euAccess: 'true' } } }, 'claim b'],
    ['that was released before does not', { bindings: [b], migrated: { moved: { ...OWN, dirty: 'true' } } }, 'claim b'],
    ['of another tenant does not', { bindings: [b], migrated: { moved: { ...OWN, tenantName: 'other' } } }, 'claim b'],
    ['does not as KEB sees it', { bindings: [b], migrated: { moved: OWN }, semantics: 'keb' }, 'claim b'],
  ])('%s', (_title, world, expected) => {
    expect(outcomeIn(world)).toBe(expected)
  })

  test('is a reason of the candidate and difference D17', () => {
    const world: World = { bindings: [a], conditions: { a: 'quota-missing' } }
    expect(decideIn(world).reasoning.steps[1]?.candidates).toMatchObject([
      { reason: 'condition', words: 'cannot be written: a Quota it names is missing' },
    ])
    const { differences } = compareSemantics(REQUEST, inventoryOf(world), configOf(world))
    expect(differences.map(({ id }) => id)).toEqual(['D17'])
  })
})
