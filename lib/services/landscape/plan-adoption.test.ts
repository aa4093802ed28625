import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { AdoptableClaim, KnownClaim } from '#lib/store/claims/adopted.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { planAdoption } from './plan-adoption.ts'

const AT = Date.parse('2026-06-01T00:00:00Z')

function shootOn(name: string, binding: string | null, more: Partial<Shoot> = {}): Shoot {
  const of = binding === null ? null : ({ kind: 'CredentialsBinding', name: binding } as const)
  return shootOf(name, { binding: of, runtimeId: `runtime-${name}`, ...more })
}

const CLAIMED = { hyperscalerType: 'aws', tenantName: 'ga-1' }

function landscape(bindings: readonly Binding[], shoots: readonly Shoot[]) {
  const byKey = new Map(bindings.map(binding => [bindingKey(binding), binding]))
  return { shoots: () => shoots, binding: (key: string) => byKey.get(key) ?? null }
}

function claimOf(more: Partial<KnownClaim>): KnownClaim {
  return { cluster: null, account: null, createdAt: AT, ...more }
}

describe('a shoot becomes a claim', () => {
  test('with every field that the database counts by', () => {
    const world = landscape([bindingOf('a', { ...CLAIMED, euAccess: 'true' })], [shootOn('c-1', 'a')])
    expect(planAdoption(world, [])).toEqual({
      claims: [
        {
          shootUid: 'uid-c-1',
          cluster: 'c-1',
          runtimeId: 'runtime-c-1',
          tenant: 'ga-1',
          provider: 'aws',
          region: 'eu-central-1',
          outcome: 'reuse',
          poolKey: 'aws~eu',
          hyperscalerType: 'aws',
          euAccess: true,
          binding: { kind: 'CredentialsBinding', namespace: 'garden-test', name: 'a', uid: 'uid-a' },
          account: 'Secret/garden-test/a',
          epoch: 0,
        },
      ],
      known: 0,
      left: [],
      foreign: [],
    })
  })

  test.each<[string, Record<string, string>, Partial<Shoot>, Partial<AdoptableClaim>]>([
    [
      'on a shared account',
      { hyperscalerType: 'aws', shared: 'true' },
      {},
      { outcome: 'shared', poolKey: 'aws~shared' },
    ],
    ['of the account’s owner if it has none', CLAIMED, { globalAccount: null }, { tenant: 'ga-1' }],
    [
      'of its own global account, regardless of the owner of the account',
      CLAIMED,
      { globalAccount: 'ga-2' },
      { tenant: 'ga-2' },
    ],
    ['on a free account', { hyperscalerType: 'aws' }, {}, { tenant: 'ga-1' }],
    ['on a dirty account', { ...CLAIMED, dirty: 'true' }, {}, { tenant: 'ga-1' }],
    [
      'through the other kind of binding',
      CLAIMED,
      { binding: { kind: 'SecretBinding', name: 's' } },
      { cluster: 'c-1' },
    ],
    ['while it is being deleted', CLAIMED, { deletedAt: '2026-06-01T00:00:00Z' }, { cluster: 'c-1' }],
  ])('%s', (_, labels, shoot, claim) => {
    const bindings = [bindingOf('a', labels), bindingOf('s', labels, { kind: 'SecretBinding' })]
    const { claims, left } = planAdoption(landscape(bindings, [shootOn('c-1', 'a', shoot)]), [])
    expect({ claims, left }).toMatchObject({ claims: [claim], left: [] })
  })

  test('and a shoot on an account of another global account is reported', () => {
    const world = landscape([bindingOf('a', CLAIMED)], [shootOn('c-1', 'a', { globalAccount: 'ga-2' })])
    expect(planAdoption(world, []).foreign).toEqual(['c-1'])
  })
})

describe('a shoot is skipped', () => {
  test.each<[string, string, Record<string, string>, Partial<Shoot>]>([
    ['without workers', 'workerless', CLAIMED, { binding: null }],
    ['without its binding', 'unknown-binding', CLAIMED, { binding: { kind: 'SecretBinding', name: 'a' } }],
    ['on a binding without HAP’s labels', 'not-hap', { team: 'x' }, {}],
    ['on malformed labels', 'malformed', { ...CLAIMED, euAccess: 'false' }, {}],
    ['on a binding without a pool', 'malformed', { tenantName: 'ga-1' }, {}],
    ['without a tenant', 'no-tenant', { hyperscalerType: 'aws', shared: 'true' }, { globalAccount: null }],
    ['of an empty name', 'no-tenant', { hyperscalerType: 'aws' }, { globalAccount: '' }],
  ])('%s', (_, reason, labels, shoot) => {
    const plan = planAdoption(landscape([bindingOf('a', labels)], [shootOn('c-1', 'a', shoot)]), [])
    expect(plan).toMatchObject({ claims: [], left: [{ cluster: 'c-1', reason }] })
  })

  test.each([
    ['its name', 'c-1'],
    ['its runtime id', 'runtime-c-1'],
  ])('that a claim refers to by %s', (_, cluster) => {
    const world = landscape([bindingOf('a', CLAIMED)], [shootOn('c-1', 'a')])
    expect(planAdoption(world, [claimOf({ cluster })])).toMatchObject({ claims: [], known: 1, left: [] })
  })

  test('that may belong to a claim without a cluster, but not an older one', () => {
    const account = 'Secret/garden-test/a'
    const young = shootOn('young', 'a', { createdAt: '2026-06-01T00:05:00Z' })
    const skewed = shootOn('skewed', 'a', { createdAt: '2026-05-31T23:58:00Z' })
    const undated = shootOn('undated', 'a', { createdAt: '' })
    const world = landscape([bindingOf('a', CLAIMED)], [shootOn('old', 'a'), young, skewed, undated])
    const plan = planAdoption(world, [claimOf({ account }), claimOf({ account, createdAt: AT + 1 })])
    expect(plan.claims.map(({ cluster }) => cluster)).toEqual(['old'])
    expect(plan.left.map(({ cluster }) => cluster)).toEqual(['skewed', 'undated', 'young'])
  })
})

const anyLabels = fc.constantFrom<Record<string, string>[]>(
  CLAIMED,
  { hyperscalerType: 'aws' },
  { hyperscalerType: 'aws', shared: 'true' },
  { ...CLAIMED, dirty: 'true' },
  { ...CLAIMED, euAccess: 'false' },
  {},
)

const anyShoots = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...Array.from({ length: 12 }, (_, n) => `c-${n}`)),
    binding: fc.constantFrom('a', 'b', 'c', 'gone', null),
    globalAccount: fc.constantFrom('ga-1', 'ga-2', null),
  }),
  { selector: ({ name }) => name },
)

test('adoption is idempotent in any order, and each shoot is registered, known or skipped', () => {
  fc.assert(
    fc.property(
      fc.tuple(anyLabels, anyLabels, anyLabels),
      anyShoots,
      fc.uniqueArray(fc.constantFrom('c-0', 'c-1', 'runtime-c-2', 'elsewhere')),
      (labels, drawn, named) => {
        const bindings = labels.map((each, n) => bindingOf('abc'.charAt(n), each))
        const shoots = drawn.map(({ name, binding, globalAccount }) => shootOn(name, binding, { globalAccount }))
        const known = named.map(cluster => claimOf({ cluster }))
        const plan = planAdoption(landscape(bindings, shoots), known)
        expect(planAdoption(landscape(bindings, shoots.toReversed()), known.toReversed())).toEqual(plan)
        expect(plan.claims.length + plan.known + plan.left.length).toBe(shoots.length)
        const adopted = plan.claims.map(({ cluster, account }) => claimOf({ cluster, account }))
        const again = planAdoption(landscape(bindings, shoots), [...known, ...adopted])
        expect(again).toMatchObject({ claims: [], known: plan.known + plan.claims.length, left: plan.left })
      },
    ),
  )
})
