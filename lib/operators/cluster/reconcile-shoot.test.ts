import { describe, expect, test } from 'vitest'
import { sampleCluster } from '../../../test/operators/sample-cluster.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import { resolveChanges } from './reconcile-shoot.ts'
import { planShoot, type ShootManifest } from './shoot-manifest.ts'

const ZONES = ['a', 'b', 'c', 'd'].map(letter => ({ name: `eu-central-1${letter}` }))
const profile: CloudProfileObject = {
  metadata: { name: 'aws' },
  spec: {
    kubernetes: { versions: [{ version: '1.34.7' }] },
    regions: ['eu-central-1', 'us-east-1'].map(name => ({ name, zones: ZONES })),
  },
}

type Change = Parameters<typeof sampleCluster>[0]

function planned(change: Change, existing: LiveShoot | null, generation = 1, binding = 'aws-1'): ShootManifest {
  const plan = planShoot({
    cluster: sampleCluster(change, generation),
    name: 'c-1',
    namespace: 'garden-kyma',
    globalAccount: 'abcd-0001',
    binding: { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: binding },
    profile,
    existing,
    now: 0,
  })
  if ('problem' in plan) throw new Error(plan.problem)
  return plan.manifest
}

/** The shoot as Gardener stores it, with defaults. */
function live(change: Change = {}): LiveShoot {
  const made = structuredClone(planned(change, null)) as unknown as LiveShoot
  Object.assign(made.spec ?? {}, { schedulerName: 'default-scheduler' })
  for (const worker of made.spec?.provider?.workers ?? []) Object.assign(worker, { cri: { name: 'containerd' } })
  return made
}

function settle(change: Change, existing = live(), generation = 2, zones = 3) {
  return resolveChanges(planned(change, existing, generation), existing, zones)
}

describe('a change', () => {
  test('without differences writes nothing', () => {
    expect(settle({}, live(), 1)).toMatchObject({ forbidden: [], needed: false })
  })

  test.each([
    ['of the generation', {}, 2],
    ['of machines', { infrastructure: { machineType: 'm6i.xlarge' } }, 1],
    ['of bounds', { infrastructure: { autoScalerMax: 20 } }, 1],
    ['of the purpose', { core: { region: 'eu-central-1', purpose: 'development' } }, 1],
    ['of the filter', { extensions: { shootNetworkingFilterDisabled: true } }, 1],
    ['of the OIDC settings', { oidcConfig: { clientID: 'a', issuerURL: 'https://idp' } }, 1],
  ] as const)('%s is applied', (_, change, generation) => {
    const settled = settle(change, live(), generation)
    expect(settled).toMatchObject({ forbidden: [], needed: true })
    expect(settled.manifest).toEqual(planned(change, live(), generation))
  })

  test('by another client is reverted', () => {
    const bent = live()
    Object.assign(bent.spec?.provider?.workers?.[0] ?? {}, { maximum: 99 })
    expect(settle({}, bent, 1)).toMatchObject({ forbidden: [], needed: true })
  })

  test('to more zones adds them with their networks, and keeps existing ones', () => {
    const before = live()
    const { manifest, forbidden, needed } = settle({ infrastructure: { numberOfZones: 4 } }, before, 2, 4)
    expect({ forbidden, needed }).toEqual({ forbidden: [], needed: true })
    const zones = manifest.spec.provider.workers[0]?.zones ?? []
    expect(zones.slice(0, 3)).toEqual(before.spec?.provider?.workers?.[0]?.zones)
    const networks = manifest.spec.provider.infrastructureConfig as { networks: { zones: { name: string }[] } }
    expect(networks.networks.zones.map(({ name }) => name)).toEqual(zones)
  })

  test('that is forbidden is reported, and allowed parts are still applied', () => {
    const change = { core: { region: 'us-east-1' }, infrastructure: { machineType: 'm6i.xlarge' } }
    const { manifest, forbidden, needed } = settle(change)
    expect(forbidden).toEqual(['The shoot is in region eu-central-1 and cannot move to us-east-1.'])
    expect(needed).toBe(true)
    expect(manifest.spec).toMatchObject({
      region: 'eu-central-1',
      provider: { workers: [{ machine: { type: 'm6i.xlarge' } }] },
    })
  })

  test('that is forbidden and was reported is not applied again', () => {
    const change = { core: { region: 'us-east-1', purpose: 'Production' } }
    const applied = structuredClone(settle(change).manifest) as unknown as LiveShoot
    expect(settle(change, applied)).toMatchObject({ needed: false, forbidden: [expect.stringContaining('region')] })
  })

  test('to fewer zones is reported', () => {
    const { forbidden, manifest } = settle({ infrastructure: { numberOfZones: 1 } }, live(), 2, 1)
    expect(forbidden).toEqual(['The shoot keeps its 3 zones: Gardener adds zones but cannot remove any.'])
    expect(manifest.spec.provider.workers[0]?.zones).toHaveLength(3)
  })

  test('to another provider changes nothing', () => {
    const other = live()
    Object.assign(other.spec?.provider ?? {}, { type: 'gcp' })
    expect(settle({}, other)).toMatchObject({
      needed: false,
      forbidden: ['The shoot runs on gcp and cannot move to aws.'],
    })
  })

  test('to another account is reported', () => {
    const wanted = planned({}, live(), 2, 'aws-2')
    const { manifest, forbidden } = resolveChanges(wanted, live(), 3)
    expect(forbidden).toEqual(['The shoot keeps its account, that of CredentialsBinding aws-1.'])
    expect(manifest.spec.credentialsBindingName).toBe('aws-1')
  })

  test('from a SecretBinding to a CredentialsBinding is left to the server', () => {
    const before = live()
    const { credentialsBindingName: _, ...spec } = before.spec ?? {}
    const { manifest, forbidden } = settle({}, { ...before, spec: { ...spec, secretBindingName: 'aws-1' } })
    expect(forbidden).toEqual([])
    expect(manifest.spec).toMatchObject({ credentialsBindingName: 'aws-1' })
  })

  test('of networks is reported, while other parts of them may change', () => {
    const providerConfig = { networks: { vpc: { cidr: '10.0.0.0/16', gatewayEndpoints: ['s3'] } } }
    const { manifest, forbidden } = settle({ infrastructure: { providerConfig } })
    expect(forbidden).toEqual(['The shoot keeps the networks it was created with.'])
    expect(manifest.spec.provider.infrastructureConfig).toMatchObject({
      networks: { vpc: { cidr: '10.250.0.0/16', gatewayEndpoints: ['s3'] } },
    })
  })
})
