import { describe, expect, test } from 'vitest'
import type { CredentialsBindingObject, SecretBindingObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { Interner } from './interner.ts'
import { bindingProjection } from './project-binding.ts'
import { isSameShoot, type PlanLabelKeys, shootProjection } from './project-shoot.ts'

const interner = new Interner()
const credentialsBinding = bindingProjection('CredentialsBinding', interner)
const secretBinding = bindingProjection('SecretBinding', interner)
const secret = bindingProjection('Secret', interner)
const shoot = shootProjection(interner)

const metadata = {
  name: 'aws-1',
  namespace: 'garden-kyma',
  uid: 'u-1',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
  labels: { hyperscalerType: 'aws' },
  annotations: { 'hap.kyma-project.io/epoch': '3', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
}

describe('a binding', () => {
  const common = {
    namespace: 'garden-kyma',
    name: 'aws-1',
    uid: 'u-1',
    resourceVersion: '7',
    labels: { hyperscalerType: 'aws' },
    annotations: { 'hap.kyma-project.io/epoch': '3' },
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
  }

  test("keeps the references of a CredentialsBinding and only HAP's own annotations", () => {
    const object: CredentialsBindingObject = {
      metadata,
      provider: { type: 'aws' },
      credentialsRef: { apiVersion: 'v1', kind: 'WorkloadIdentity', name: 'wi-1', namespace: 'other' },
    }
    expect(credentialsBinding(object)).toEqual({
      ...common,
      kind: 'CredentialsBinding',
      account: { kind: 'WorkloadIdentity', namespace: 'other', name: 'wi-1' },
      providers: ['aws'],
    })
  })

  test('keeps every provider of a SecretBinding and the default namespace of its reference', () => {
    const object: SecretBindingObject = { metadata, provider: { type: 'aws, gcp' }, secretRef: { name: 's-1' } }
    expect(secretBinding(object)).toEqual({
      ...common,
      kind: 'SecretBinding',
      account: { kind: 'Secret', namespace: 'garden-kyma', name: 's-1' },
      providers: ['aws', 'gcp'],
    })
  })

  test('of kind Secret refers to itself', () => {
    expect(secret({ metadata: { ...metadata, deletionTimestamp: '2026-02-01T00:00:00Z' } })).toEqual({
      ...common,
      kind: 'Secret',
      account: { kind: 'Secret', namespace: 'garden-kyma', name: 'aws-1' },
      providers: [],
      deletedAt: '2026-02-01T00:00:00Z',
    })
  })

  test.each([{}, { metadata: {} }, { metadata: { name: '' } }])('without a name is null: %j', object => {
    expect(credentialsBinding(object)).toBeNull()
  })

  test('with zero values only, like a bookmark, is projected without an error', () => {
    const object = { metadata: { name: 'x' }, provider: { type: '' }, credentialsRef: { kind: '', name: '' } }
    expect(credentialsBinding(object)).toMatchObject({
      providers: [],
      account: { kind: 'Secret', namespace: '', name: '' },
    })
  })
})

const FULL: ShootObject = {
  metadata: {
    name: 'c-1',
    namespace: 'garden-kyma',
    uid: 'u-1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    labels: { account: 'ga-1', subaccount: 'sub-1', other: 'x' },
    annotations: { 'infrastructuremanager.kyma-project.io/runtime-id': 'r-1', other: 'x' },
  },
  spec: { credentialsBindingName: 'aws-1', region: 'eu-central-1', provider: { type: 'aws' } },
  status: {
    hibernated: true,
    lastOperation: { type: 'Reconcile', state: 'Error', progress: 71, lastUpdateTime: '2026-02-01T00:00:00Z' },
    lastErrors: [{ codes: ['ERR_INFRA_QUOTA_EXCEEDED', 'ERR_B'] }, {}, { codes: ['ERR_B', 'ERR_A'] }],
  },
}

describe('a shoot', () => {
  test('keeps only the fields that pages show', () => {
    expect(shoot(FULL)).toEqual({
      namespace: 'garden-kyma',
      name: 'c-1',
      uid: 'u-1',
      binding: { kind: 'CredentialsBinding', name: 'aws-1' },
      globalAccount: 'ga-1',
      subaccount: 'sub-1',
      runtimeId: 'r-1',
      provider: 'aws',
      region: 'eu-central-1',
      createdAt: '2026-01-01T00:00:00Z',
      deletedAt: null,
      hibernated: true,
      lastOperation: { type: 'Reconcile', state: 'Error', progress: 71, at: '2026-02-01T00:00:00Z' },
      errorCodes: ['ERR_A', 'ERR_B', 'ERR_INFRA_QUOTA_EXCEEDED'],
    })
  })

  test('on a SecretBinding names it, and without workers names none', () => {
    expect(shoot({ ...FULL, spec: { secretBindingName: 'aws-1' } })?.binding).toEqual({
      kind: 'SecretBinding',
      name: 'aws-1',
    })
    expect(shoot({ ...FULL, spec: {} })?.binding).toBeNull()
  })

  test('with only a name is projected, without a name it is not', () => {
    expect(shoot({ metadata: { name: 'c-1' } })).toMatchObject({ name: 'c-1', lastOperation: null, errorCodes: [] })
    expect(shoot({})).toBeNull()
  })

  const changes: readonly (readonly [string, ShootObject])[] = [
    ['binding', { ...FULL, spec: { ...FULL.spec, credentialsBindingName: 'aws-2' } }],
    ['kind of binding', { ...FULL, spec: { ...FULL.spec, credentialsBindingName: '', secretBindingName: 'aws-1' } }],
    ['region', { ...FULL, spec: { ...FULL.spec, region: 'x' } }],
    ['provider', { ...FULL, spec: { ...FULL.spec, provider: { type: 'gcp' } } }],
    ['global account', { ...FULL, metadata: { ...FULL.metadata, labels: { subaccount: 'sub-1' } } }],
    ['subaccount', { ...FULL, metadata: { ...FULL.metadata, labels: { account: 'ga-1' } } }],
    ['runtime id', { ...FULL, metadata: { ...FULL.metadata, annotations: {} } }],
    ['uid', { ...FULL, metadata: { ...FULL.metadata, uid: 'u-2' } }],
    ['creation', { ...FULL, metadata: { ...FULL.metadata, creationTimestamp: '2026-01-02T00:00:00Z' } }],
    ['deletion', { ...FULL, metadata: { ...FULL.metadata, deletionTimestamp: '2026-01-02T00:00:00Z' } }],
    ['hibernation', { ...FULL, status: { ...FULL.status, hibernated: false } }],
    [
      'progress',
      { ...FULL, status: { ...FULL.status, lastOperation: { ...FULL.status?.lastOperation, progress: 72 } } },
    ],
    ['operation', { ...FULL, status: { lastErrors: FULL.status?.lastErrors ?? [], hibernated: true } }],
    ['error', { ...FULL, status: { ...FULL.status, lastErrors: [] } }],
  ]
  test.each(changes)('with another %s is not the same', (_name, changed) => {
    const [before, after] = [shoot(FULL), shoot(changed)]
    expect(before && after && isSameShoot(before, after)).toBe(false)
  })

  test('is equal after a write that changes no projected field', () => {
    const touched = structuredClone(FULL)
    Object.assign(touched.metadata ?? {}, { resourceVersion: '99' })
    const [before, after] = [shoot(FULL), shootProjection(new Interner())(touched)]
    expect(before && after && isSameShoot(before, after)).toBe(true)
  })

  const KEYS = { plan: 'kyma/plan', platformRegion: 'kyma/region' }
  const labelled = (labels: Record<string, string>, keys: PlanLabelKeys = KEYS) =>
    shootProjection(new Interner(), keys)({ ...FULL, metadata: { ...FULL.metadata, labels } })?.labelled

  test.each([
    [
      { 'kyma/plan': 'aws', 'kyma/region': 'cf-eu11' },
      { plan: 'aws', platformRegion: 'cf-eu11' },
    ],
    [{ 'kyma/plan': 'aws' }, { plan: 'aws', platformRegion: null }],
    [
      { 'kyma/plan': '', 'kyma/region': 'cf-eu11' },
      { plan: null, platformRegion: 'cf-eu11' },
    ],
    [{ plan: 'aws' }, undefined],
    [{}, undefined],
  ])('the labels %j give plan and platform region: %j', (labels, expected) => {
    expect(labelled(labels)).toEqual(expected)
  })

  test('ignores labels that no setting names', () => {
    const plan = { 'kyma/plan': 'aws' }
    expect(labelled(plan, { plan: null, platformRegion: 'kyma/plan' })).toEqual({ plan: null, platformRegion: 'aws' })
    expect(shoot({ ...FULL, metadata: { ...FULL.metadata, labels: plan } })).not.toHaveProperty('labelled')
  })

  test('shares equal facts with other shoots, and differs with another label', () => {
    const project = shootProjection(new Interner(), KEYS)
    const of = (region: string) =>
      project({ ...FULL, metadata: { ...FULL.metadata, labels: { 'kyma/region': region } } })
    const [one, same, other] = [of('cf-eu11'), of('cf-eu11'), of('cf-us10')]
    expect(one?.labelled).toBe(same?.labelled)
    expect(one && same && isSameShoot(one, same)).toBe(true)
    expect(one && other && isSameShoot(one, other)).toBe(false)
  })
})
