import { describe, expect, test } from 'vitest'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { annotationsOf, type KubeObject, labelsOf, nameOf, namespaceOf } from '#embedded-garden/object.ts'
import { Interner } from '../../../../lib/garden/inventory/interner.ts'
import { bindingProjection } from '../../../../lib/garden/inventory/project-binding.ts'
import { shootProjection } from '../../../../lib/garden/inventory/project-shoot.ts'
import { accountKey, type Binding, type BindingKind, bindingKey } from '../../../../lib/hap/pools/binding.ts'
import { poolKey } from '../../../../lib/hap/pools/pool.ts'
import { type PooledBinding, pooledBinding, poolOf, stateAt } from '../../../../lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '../../../../lib/hap/pools/shoot.ts'
import { BINDING_STATES } from '../../../../lib/hap/pools/state.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { LANDSCAPE_NAMESPACE } from './landscape.ts'
import type { GardenSize } from './size.ts'

const AT = Date.parse('2026-11-21T06:00:00Z')

interface Garden {
  readonly objects: readonly KubeObject[]
  readonly bindings: readonly Binding[]
  readonly pooled: readonly PooledBinding[]
  readonly shoots: readonly Shoot[]
}

function grow(size: GardenSize, seed = 1): Garden {
  const interner = new Interner()
  const objects = [...landscape({ seed, size, at: AT })]
  const kindOf = (object: KubeObject) => stringAt(object, 'kind')
  const kinds: readonly BindingKind[] = ['CredentialsBinding', 'SecretBinding']
  const bindings = kinds
    .flatMap(kind =>
      objects.filter(object => kindOf(object) === kind).map(object => bindingProjection(kind, interner)(object) ?? []),
    )
    .flat()
  const shoots = objects
    .filter(object => kindOf(object) === 'Shoot')
    .flatMap(object => shootProjection(interner)(object) ?? [])
  return { objects, bindings, pooled: bindings.flatMap(binding => pooledBinding(binding) ?? []), shoots }
}

const small = grow('small')
const demo = grow('demo')

function poolKeys({ pooled }: Garden): string[] {
  const keys = pooled
    .filter(each => each.problems.length === 0)
    .flatMap(each => poolOf(each) ?? [])
    .map(poolKey)
  return [...new Set(keys)].sort()
}

function bindingKeyOfShoot(shoot: Shoot): string | null {
  return shoot.binding && bindingKey({ ...shoot.binding, namespace: shoot.namespace })
}

function shootsPerAccount({ bindings, shoots }: Garden): Map<string, Shoot[]> {
  const accounts = new Map(bindings.map(binding => [bindingKey(binding), accountKey(binding.account)]))
  return Map.groupBy(
    shoots.filter(shoot => accounts.has(bindingKeyOfShoot(shoot) ?? '')),
    shoot => accounts.get(bindingKeyOfShoot(shoot) ?? '') ?? '',
  )
}

describe('the landscape', () => {
  test('is the same for the same seed and another one for another seed', () => {
    expect(JSON.stringify(grow('small', 1).objects)).toBe(JSON.stringify(small.objects))
    expect(JSON.stringify(grow('small', 2).objects)).not.toBe(JSON.stringify(small.objects))
  })

  test.each([
    ['empty', 0, 0],
    ['small', 67, 200],
    ['demo', 635, 3000],
    ['large', 5000, 20_000],
  ] as const)('of size %s has %i bindings and %i shoots', (size, bindings, shoots) => {
    const counts = { bindings: 0, shoots: 0 }
    for (const object of landscape({ seed: 1, size, at: AT })) {
      if (stringAt(object, 'kind').endsWith('Binding')) counts.bindings++
      if (stringAt(object, 'kind') === 'Shoot') counts.shoots++
    }
    expect(counts).toEqual({ bindings, shoots })
  })

  test('has the pools of seed 001 and two that no rule reaches', () => {
    expect(poolKeys(demo)).toEqual([
      'alicloud',
      'aws',
      'aws~eu',
      'aws~shared',
      'azure',
      'azure~eu',
      'azure~shared',
      'gcp',
      'gcp_cf-sa30',
      'gdch',
      'openstack_eu-de-1~shared',
      'openstack_eu-de-2~shared',
    ])
  })

  test.each([
    ['small', small],
    ['demo', demo],
  ])('of size %s has accounts in every state', (_size, { pooled }) => {
    expect(new Set(pooled.map(each => stateAt(each, AT)))).toEqual(new Set(BINDING_STATES))
  })

  test.each([
    ['small', small],
    ['demo', demo],
  ])('of size %s has every kind of malformed label', (_size, { pooled }) => {
    expect(pooled.flatMap(each => each.problems.map(problem => problem.words)).sort()).toEqual([
      'dirty=false, only true or no label is valid',
      'euAccess=false, only true or no label is valid',
      'hyperscalerType is missing',
      'shared=True, only true or no label is valid',
      'tenantName is empty',
    ])
  })

  test('refers only to existing objects, except one shoot on a removed binding', () => {
    const known = new Set(
      demo.objects.map(object => `${stringAt(object, 'kind')}/${namespaceOf(object)}/${nameOf(object)}`),
    )
    expect(demo.bindings.filter(binding => !known.has(accountKey(binding.account)))).toEqual([])
    const lost = demo.shoots.filter(shoot => shoot.binding !== null && !known.has(bindingKeyOfShoot(shoot) ?? ''))
    expect(lost).toHaveLength(1)
  })

  test('names every object once per kind and gives each its own uid', () => {
    const names = demo.objects.map(object => `${stringAt(object, 'kind')}/${nameOf(object)}`)
    const uids = demo.objects.map(object => stringAt(objectAt(object, 'metadata'), 'uid'))
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(uids).size).toBe(uids.length)
  })

  test('gives two bindings to some accounts, with equal names and with different ones', () => {
    const pairs = [...Map.groupBy(demo.bindings, binding => accountKey(binding.account)).values()].filter(
      all => all.length > 1,
    )
    const shapes = pairs.map(pair => {
      const kinds = pair.map(binding => binding.kind).sort()
      return `${kinds.join('+')} ${new Set(pair.map(binding => binding.name)).size === 1 ? 'one name' : 'two names'}`
    })
    expect(shapes.sort()).toEqual([
      'CredentialsBinding+CredentialsBinding two names',
      'CredentialsBinding+SecretBinding one name',
      'CredentialsBinding+SecretBinding one name',
      'CredentialsBinding+SecretBinding two names',
    ])
  })

  test.each([
    ['small', small],
    ['demo', demo],
  ])('of size %s backs some bindings by a WorkloadIdentity', (_size, { bindings }) => {
    const keyless = bindings.filter(binding => binding.account.kind === 'WorkloadIdentity')
    expect(keyless.length).toBeGreaterThan(0)
    expect(keyless.every(binding => binding.kind === 'CredentialsBinding')).toBe(true)
  })

  test('has a tenant over its limit of 180 with room on a second account, and one that is exactly full', () => {
    const counts = new Map([...shootsPerAccount(demo)].map(([account, shoots]) => [account, shoots.length]))
    const ofTenant = Map.groupBy(
      demo.pooled.filter(each => each.labels.hyperscalerType === 'aws' && each.labels.tenantName),
      each => each.labels.tenantName ?? '',
    )
    const fills = [...ofTenant.values()].map(all =>
      [...new Set(all.map(each => accountKey(each.binding.account)))]
        .map(account => counts.get(account) ?? 0)
        .sort((a, b) => b - a),
    )
    expect(fills).toContainEqual([250, 12])
    expect(fills).toContainEqual([180, 47])
  })

  test('gives most owners one to five clusters per account', () => {
    const perAccount = shootsPerAccount(demo)
    const claimed = demo.pooled.filter(each => stateAt(each, AT) === 'claimed')
    const few = claimed.filter(each => {
      const count = perAccount.get(accountKey(each.binding.account))?.length ?? 0
      return count >= 1 && count <= 5
    })
    expect(few.length / claimed.length).toBeGreaterThan(0.6)
  })

  test('has tenants with accounts in the EU and elsewhere', () => {
    const regions = Map.groupBy(
      demo.pooled.filter(each => each.labels.hyperscalerType === 'aws' && each.labels.tenantName),
      each => each.labels.tenantName ?? '',
    )
    const both = [...regions.values()].filter(all => new Set(all.map(each => each.labels.euAccess)).size === 2)
    expect(both.length).toBeGreaterThan(3)
  })

  test('groups infrastructure errors on a few accounts', () => {
    const perAccount = [...shootsPerAccount(demo).values()]
    const quota = perAccount.map(
      all => all.filter(shoot => shoot.errorCodes.includes('ERR_INFRA_QUOTA_EXCEEDED')).length,
    )
    expect(quota.filter(count => count > 0).length).toBeLessThan(5)
    expect(Math.max(...quota)).toBeGreaterThan(10)
    expect(new Set(demo.shoots.flatMap(shoot => shoot.errorCodes)).size).toBeGreaterThanOrEqual(5)
  })

  test('has shoots in every condition that a page shows', () => {
    const operations = new Set(demo.shoots.map(shoot => `${shoot.lastOperation?.type} ${shoot.lastOperation?.state}`))
    expect(operations).toEqual(
      new Set([
        'Reconcile Succeeded',
        'Reconcile Processing',
        'Reconcile Error',
        'Create Processing',
        'Delete Processing',
      ]),
    )
    expect(demo.shoots.some(shoot => shoot.hibernated)).toBe(true)
    expect(demo.shoots.some(shoot => shoot.deletedAt !== null)).toBe(true)
    expect(demo.shoots.some(shoot => shoot.binding === null)).toBe(true)
    expect(demo.shoots.some(shoot => shoot.binding?.kind === 'SecretBinding')).toBe(true)
  })

  test('writes shoots of realistic size, with the fields of Kyma and no more', () => {
    const shoots = demo.objects.filter(object => stringAt(object, 'kind') === 'Shoot')
    const sizes = shoots.filter(shoot => objectAt(shoot, 'spec').networking).map(shoot => JSON.stringify(shoot).length)
    expect(Math.min(...sizes)).toBeGreaterThan(16_000)
    expect(Math.max(...sizes)).toBeLessThan(19_000)
    const kyma = shoots.flatMap(shoot => {
      const keys = [...Object.keys(labelsOf(shoot)), ...Object.keys(annotationsOf(shoot))]
      return keys.filter(key => !key.includes('gardener.cloud/'))
    })
    expect([...new Set(kyma)].sort()).toEqual([
      'account',
      'infrastructuremanager.kyma-project.io/runtime-generation',
      'infrastructuremanager.kyma-project.io/runtime-id',
      'subaccount',
    ])
    expect(demo.shoots.every(shoot => shoot.globalAccount && shoot.subaccount && shoot.runtimeId)).toBe(true)
  })

  test('has no time in the future, and no shoot older than its account', () => {
    const dates = demo.objects.map(object => Date.parse(stringAt(objectAt(object, 'metadata'), 'creationTimestamp')))
    expect(Math.max(...dates)).toBeLessThanOrEqual(AT)
    const births = new Map(demo.bindings.map(binding => [bindingKey(binding), Date.parse(binding.createdAt)]))
    const early = demo.shoots.filter(
      shoot => Date.parse(shoot.createdAt) < (births.get(bindingKeyOfShoot(shoot) ?? '') ?? 0),
    )
    expect(early).toEqual([])
  })

  test('serves Kubernetes 1.34 by CredentialsBindings only', () => {
    const shoots = demo.objects.filter(object => stringAt(object, 'kind') === 'Shoot')
    const old = shoots.filter(shoot => stringAt(objectAt(shoot, 'spec'), 'secretBindingName') !== '')
    const versions = new Set(old.map(shoot => stringAt(objectAt(objectAt(shoot, 'spec'), 'kubernetes'), 'version')))
    expect([...versions].every(version => /^1\.3[23]\./.test(version))).toBe(true)
  })

  test("uses one project namespace, except for the objects of Kyma's control plane", () => {
    const isKept = (object: KubeObject) => ['Runtime', 'GardenerCluster'].includes(stringAt(object, 'kind'))
    const [kept, others] = [demo.objects.filter(isKept), demo.objects.filter(object => !isKept(object))]
    const namespaces = new Set(others.map(namespaceOf).filter(namespace => namespace !== ''))
    expect(namespaces).toEqual(new Set([LANDSCAPE_NAMESPACE]))
    expect(new Set(kept.map(namespaceOf))).toEqual(new Set(['kcp-system']))
  })
})
