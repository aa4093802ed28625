import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANNOTATIONS, accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { shootOf } from '../../../test/engine/shoots.ts'
import { pictureOf, referencePicture } from '../../../test/garden/reference.ts'
import type { AccountClaim } from './claim-table.ts'
import { bindingRefOf, shootKey } from './shoot-table.ts'
import { createInventory } from './watch-inventory.ts'

const NAMESPACE = 'garden-kyma'

function create(kinds: readonly Binding['kind'][] = ['CredentialsBinding', 'SecretBinding']) {
  const scheduled: (() => void)[] = []
  const schedule = (task: () => void) => {
    scheduled.push(task)
  }
  const created = createInventory({ namespace: NAMESPACE, kinds, clock: () => 0, schedule })
  const { inventory, writer } = created
  return {
    inventory,
    scheduled,
    put: (given: Binding) => writer.bindings(given.kind).put(bindingKey(given), given),
    drop: (given: Binding) => writer.bindings(given.kind).remove(bindingKey(given)),
    run: (given: Shoot) => writer.shoots().put(shootKey(given), given),
    end: (given: Shoot) => writer.shoots().remove(shootKey(given)),
    writer,
  }
}

let versions = 0

function binding(name: string, more: Partial<Binding> = {}): Binding {
  return {
    kind: 'CredentialsBinding',
    namespace: NAMESPACE,
    name,
    uid: `uid of ${name}`,
    resourceVersion: String(++versions),
    account: { kind: 'Secret', namespace: NAMESPACE, name },
    providers: ['aws'],
    labels: { hyperscalerType: 'aws' },
    annotations: {},
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
    ...more,
  }
}

function shoot(name: string, more: Partial<Shoot> = {}): Shoot {
  const binding = { kind: 'CredentialsBinding', name: 'aws-1' } as const
  return shootOf(name, { namespace: NAMESPACE, binding, subaccount: 'sub-1', runtimeId: 'runtime-1', ...more })
}

const secretBinding = { kind: 'SecretBinding' } as const
const account = { kind: 'Secret', namespace: NAMESPACE, name: 'aws-1' } as const

describe('shoots', () => {
  test('on one binding share one ref to it, also after they moved to it', () => {
    const { run } = create()
    const other = shoot('c-3', { binding: { kind: 'SecretBinding', name: 'aws-1' } })
    const moved = shoot('c-3')
    const shoots = [shoot('c-1'), shoot('c-2'), other, moved]
    for (const each of shoots) run(each)
    const [first, second, apart, late] = shoots.map(bindingRefOf)
    expect(first).toEqual({ kind: 'CredentialsBinding', namespace: NAMESPACE, name: 'aws-1' })
    expect(apart).toEqual({ kind: 'SecretBinding', namespace: NAMESPACE, name: 'aws-1' })
    expect([second, late].map(ref => ref === first)).toEqual([true, true])
    expect(apart).not.toBe(first)
  })

  test('are counted per account, through bindings of both kinds and of any name', () => {
    const { inventory, put, run } = create()
    const main = binding('aws-1')
    put(main)
    put(binding('aws-1', secretBinding))
    put(binding('legacy', { ...secretBinding, account }))
    run(shoot('c-1'))
    run(shoot('c-2', { binding: { kind: 'SecretBinding', name: 'aws-1' } }))
    run(shoot('c-3', { binding: { kind: 'SecretBinding', name: 'legacy' } }))
    expect(inventory.usage.clusters(main)).toEqual({ database: 0, reserved: 0, onlyInGardener: 3 })
    expect(inventory.shootsOfAccount(accountKey(account)).map(each => each.name)).toEqual(['c-1', 'c-2', 'c-3'])
    expect(inventory.shootsOfBinding(bindingKey(main)).map(each => each.name)).toEqual(['c-1'])
  })

  test('on a missing binding are stored, and resolved when it appears', () => {
    const { inventory, put, drop, run } = create()
    const lost = shoot('c-1')
    run(lost)
    run(shoot('workerless', { binding: null }))
    expect([...inventory.unresolvedShoots()]).toEqual([lost])
    expect(inventory.accountOfShoot(lost)).toBeNull()
    const found = binding('aws-1')
    put(found)
    expect([...inventory.unresolvedShoots()]).toEqual([])
    expect(inventory.accountOfShoot(lost)).toEqual(found.account)
    expect(inventory.shootCountOfAccount(accountKey(account))).toBe(1)
    drop(found)
    expect([...inventory.unresolvedShoots()]).toEqual([lost])
  })

  test('that move to another binding are counted on it', () => {
    const { inventory, put, run } = create()
    const [from, to] = [binding('aws-1'), binding('aws-2')]
    put(from)
    put(to)
    run(shoot('c-1'))
    run(shoot('c-1', { binding: { kind: 'CredentialsBinding', name: 'aws-2' } }))
    expect(inventory.usage.clusters(from).onlyInGardener).toBe(0)
    expect(inventory.usage.clusters(to).onlyInGardener).toBe(1)
  })

  test('are also counted like KEB: by name of the CredentialsBinding, and by owner', () => {
    const { inventory, put, run } = create()
    put(binding('aws-1'))
    run(shoot('c-1'))
    run(shoot('c-2', { globalAccount: 'ga-2' }))
    run(shoot('c-3', { binding: { kind: 'SecretBinding', name: 'aws-1' } }))
    expect(inventory.usage.shoots('aws-1')).toBe(2)
    expect(inventory.usage.instances('aws-1', 'ga-2')).toBe(1)
    expect(inventory.usage.instances('aws-9', 'ga-2')).toBe(0)
  })
})

describe('claims', () => {
  const key = accountKey(account)
  const claim = (id: string, cluster: string | null, more: Partial<AccountClaim> = {}) =>
    [id, { id, cluster, account: key, tenant: 'ga-1', ...more }] as const

  test.each([
    { name: 'nothing', claims: [], count: { database: 0, reserved: 0, onlyInGardener: 2 } },
    {
      name: 'a shoot by its name',
      claims: [claim('1', 'c-1')],
      count: { database: 1, reserved: 0, onlyInGardener: 1 },
    },
    { name: 'by its runtime id', claims: [claim('1', 'rt-2')], count: { database: 1, reserved: 0, onlyInGardener: 1 } },
    { name: 'no shoot yet', claims: [claim('1', 'c-9')], count: { database: 0, reserved: 1, onlyInGardener: 2 } },
    { name: 'an unnamed cluster', claims: [claim('1', null)], count: { database: 0, reserved: 1, onlyInGardener: 2 } },
    {
      name: 'both shoots and two more',
      claims: [claim('1', 'c-1'), claim('2', 'c-2'), claim('3', 'c-3'), claim('4', null)],
      count: { database: 2, reserved: 2, onlyInGardener: 0 },
    },
    {
      name: 'a shoot of that name on another account',
      claims: [claim('1', 'c-1', { account: 'Secret/elsewhere/x' })],
      count: { database: 0, reserved: 0, onlyInGardener: 2 },
    },
  ])('for $name are counted with the shoots, each cluster once', ({ claims, count }) => {
    const { inventory, put, run, writer } = create()
    const main = binding('aws-1')
    put(main)
    run(shoot('c-1', { runtimeId: 'rt-1' }))
    run(shoot('c-2', { runtimeId: 'rt-2' }))
    writer.claims(claims)
    expect(inventory.usage.clusters(main)).toEqual(count)
    expect(inventory.reservedCountOfAccount(key)).toBe(count.reserved)
    expect(inventory.shootCountOfAccount(key)).toBe(2)
  })

  test('are reserved until their shoot exists, and again after its deletion', () => {
    const { inventory, put, run, end, writer } = create()
    put(binding('aws-1'))
    writer.claims([claim('1', 'c-1')])
    const reserved = () => [inventory.reservedCountOfAccount(key), inventory.awaitedOfTenant('ga-1').length]
    expect(reserved()).toEqual([1, 1])
    expect(inventory.globalAccounts()).toEqual(new Set(['ga-1']))
    run(shoot('c-1'))
    expect(reserved()).toEqual([0, 0])
    end(shoot('c-1'))
    expect(reserved()).toEqual([1, 1])
    writer.claims([['1', null]])
    expect(reserved()).toEqual([0, 0])
    expect(inventory.globalAccounts()).toEqual(new Set())
  })

  test('announce changes with their accounts, pools and global accounts, and nothing without a change', () => {
    const { inventory, put, writer } = create()
    put(binding('aws-1'))
    const { version } = inventory
    const other = 'Secret/elsewhere/x'
    writer.claims([claim('1', null), claim('2', 'c-2', { account: other, tenant: 'ga-2' })])
    expect(inventory.version).toBe(version + 1)
    expect(inventory.changesSince(version)).toMatchObject({
      bindings: new Set(),
      shoots: new Set(),
      pools: new Set(['aws']),
      accounts: new Set([key, other]),
      globalAccounts: new Set(['ga-1', 'ga-2']),
    })
    writer.claims([claim('1', null), ['3', null]])
    expect(inventory.version).toBe(version + 1)
    writer.claims([claim('1', null, { account: other })])
    expect(inventory.changesSince(version + 1)?.accounts).toEqual(new Set([key, other]))
    expect([key, other].map(each => inventory.claimsOfAccount(each).map(({ id }) => id))).toEqual([[], ['2', '1']])
  })
})

test('an expired hold changes its binding and its pool once', () => {
  const { inventory, put, writer } = create()
  const hold = { [ANNOTATIONS.hold]: 'audit', [ANNOTATIONS.holdUntil]: '1970-01-01T00:00:05Z' }
  put(binding('aws-1', { annotations: hold }))
  put(binding('aws-2', { annotations: { [ANNOTATIONS.hold]: 'for good' } }))
  const { version } = inventory
  writer.holdsEnded(0, 4_999)
  expect(inventory.version).toBe(version)
  writer.holdsEnded(4_999, 5_000)
  writer.holdsEnded(5_000, 9_000)
  expect(inventory.version).toBe(version + 1)
  expect(inventory.changesSince(version)).toMatchObject({
    bindings: new Set([`CredentialsBinding/${NAMESPACE}/aws-1`]),
    pools: new Set(['aws']),
  })
})

describe('bindings', () => {
  test('of kinds outside HAP map shoots to accounts and belong to no pool', () => {
    const { inventory, put, run } = create(['Secret'])
    put(binding('aws-1', { kind: 'Secret', labels: { 'hyperscaler-type': 'aws', 'tenant-name': 'ga-1' } }))
    put(binding('aws-1', secretBinding))
    run(shoot('c-1', { binding: { kind: 'SecretBinding', name: 'aws-1' } }))
    expect([...inventory.pools.values()].map(each => each.binding.kind)).toEqual(['Secret'])
    expect(inventory.shootCountOfAccount(accountKey(account))).toBe(1)
    expect(inventory.bindingsOfTenant('ga-1').map(each => each.kind)).toEqual(['Secret'])
  })

  test('are returned in lists that do not change afterwards', () => {
    const { inventory, put } = create()
    put(binding('aws-1', { labels: { tenantName: 'ga-1' } }))
    const before = inventory.bindingsOfTenant('ga-1')
    put(binding('aws-0', { labels: { tenantName: 'ga-1' } }))
    put(binding('aws-1', { labels: {} }))
    expect(before.map(each => each.name)).toEqual(['aws-1'])
    expect(inventory.bindingsOfTenant('ga-1').map(each => each.name)).toEqual(['aws-0'])
  })
})

describe('changes', () => {
  test('name every key they affect, before and after', () => {
    const { inventory, put, run } = create()
    const eu = { hyperscalerType: 'aws', euAccess: 'true' }
    put(binding('aws-1', { labels: { hyperscalerType: 'aws', tenantName: 'ga-1' } }))
    put(binding('aws-1b', { account, labels: eu }))
    run(shoot('c-1'))
    const before = inventory.version
    put(binding('aws-1', { labels: { hyperscalerType: 'gcp', tenantName: 'ga-2' } }))
    expect(inventory.changesSince(before)).toEqual({
      from: before,
      to: inventory.version,
      bindings: new Set(['CredentialsBinding/garden-kyma/aws-1']),
      shoots: new Set(),
      pools: new Set(['aws', 'aws~eu', 'gcp']),
      accounts: new Set(['Secret/garden-kyma/aws-1']),
      globalAccounts: new Set(['ga-1', 'ga-2']),
      sources: false,
    })
    const later = inventory.version
    run(shoot('c-1', { hibernated: true }))
    expect(inventory.changesSince(later)).toMatchObject({
      shoots: new Set(['garden-kyma/c-1']),
      pools: new Set(['gcp', 'aws~eu']),
      accounts: new Set(['Secret/garden-kyma/aws-1']),
      globalAccounts: new Set(['ga-1']),
    })
  })

  test('without an effect are not announced', () => {
    const { inventory, put, run, drop, end } = create()
    const same = binding('aws-1')
    put(same)
    run(shoot('c-1'))
    const before = inventory.version
    put({ ...same })
    run(shoot('c-1'))
    drop(binding('unknown'))
    end(shoot('unknown'))
    expect(inventory.version).toBe(before)
    expect(inventory.changesSince(before)?.bindings.size).toBe(0)
  })

  test('are dropped after a while, and unknown versions return null', () => {
    const { inventory, run } = create()
    for (let i = 0; i < 10_000; i++) run(shoot(`c-${i % 50}`, { region: String(i) }))
    expect(inventory.version).toBe(10_000)
    expect(inventory.changesSince(0)).toBeNull()
    expect(inventory.changesSince(10_001)).toBeNull()
    expect(inventory.changesSince(9_990)?.shoots.size).toBe(10)
  })

  test('notify the listener once for many, until it unsubscribes', () => {
    const { inventory, scheduled, run } = create()
    const versions: number[] = []
    const leave = inventory.subscribe(version => versions.push(version))
    run(shoot('c-1'))
    run(shoot('c-2'))
    expect([versions, scheduled.length]).toEqual([[], 1])
    scheduled.pop()?.()
    expect(versions).toEqual([2])
    leave()
    run(shoot('c-3'))
    expect([versions, scheduled.length]).toEqual([[2], 0])
  })
})

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const kinds = fc.constantFrom('CredentialsBinding' as const, 'SecretBinding' as const)
const flag = fc.constantFrom('true', 'true', 'false', 'True', undefined, undefined, undefined)

const labels = fc
  .record({
    hyperscalerType: fc.constantFrom('aws', 'aws', 'azure', 'gcp', 'openstack_eu-de-1', undefined),
    tenantName: fc.constantFrom('ga-1', 'ga-2', '', undefined, undefined),
    dirty: flag,
    shared: flag,
    euAccess: flag,
    internal: flag,
  })
  .map(all =>
    Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
  )

const bindings = fc
  .record({ name: names, kind: kinds, labels, account: names })
  .map(drawn => binding(drawn.name, { ...drawn, account: { ...account, name: drawn.account } }))

const shoots = fc
  .record({
    name: fc.constantFrom('c-1', 'c-2', 'c-3', 'c-4', 'c-5', 'c-6', 'c-7', 'c-8'),
    binding: fc.option(fc.record({ kind: kinds, name: names })),
    globalAccount: fc.option(fc.constantFrom('ga-1', 'ga-2', 'ga-3')),
    hibernated: fc.boolean(),
    errorCodes: fc.subarray(['ERR_CONFIGURATION_PROBLEM', 'ERR_INFRA_QUOTA_EXCEEDED']),
  })
  .map(drawn => shoot(drawn.name, drawn))

type Step = (to: ReturnType<typeof create>, all: { bindings: Map<string, Binding>; shoots: Map<string, Shoot> }) => void

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: bindings.map(
      (given): Step =>
        (to, all) => {
          const fresh = { ...given, resourceVersion: String(++versions) }
          to.put(fresh)
          all.bindings.set(bindingKey(fresh), fresh)
        },
    ),
  },
  {
    weight: 2,
    arbitrary: bindings.map(
      (given): Step =>
        (to, all) => {
          to.drop(given)
          all.bindings.delete(bindingKey(given))
        },
    ),
  },
  {
    weight: 6,
    arbitrary: shoots.map(
      (given): Step =>
        (to, all) => {
          to.run(given)
          all.shoots.set(shootKey(given), given)
        },
    ),
  },
  {
    weight: 2,
    arbitrary: shoots.map(
      (given): Step =>
        (to, all) => {
          to.end(given)
          all.shoots.delete(shootKey(given))
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(kinds, fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'])).map(
      ([kind, kept]): Step =>
        (to, all) => {
          const keys = new Set(kept.map(name => bindingKey({ kind, namespace: NAMESPACE, name })))
          to.writer.bindings(kind).retain(keys)
          for (const [key, each] of all.bindings) if (each.kind === kind && !keys.has(key)) all.bindings.delete(key)
        },
    ),
  },
)

test('equals a reference without indexes after any changes', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 200, size: 'max' }), taken => {
      const to = create()
      const all = { bindings: new Map<string, Binding>(), shoots: new Map<string, Shoot>() }
      for (const step of taken) step(to, all)
      const expected = referencePicture([...all.bindings.values()], [...all.shoots.values()])
      expect(pictureOf(to.inventory, expected)).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('10,000 random changes to one inventory leave it equal to the reference', () => {
  const to = create()
  const all = { bindings: new Map<string, Binding>(), shoots: new Map<string, Shoot>() }
  const taken = fc.sample(steps, { numRuns: 10_000, seed: 7 })
  taken.forEach((step, i) => {
    step(to, all)
    if (i % 100 !== 99) return
    const expected = referencePicture([...all.bindings.values()], [...all.shoots.values()])
    expect(pictureOf(to.inventory, expected)).toEqual(expected)
  })
})
