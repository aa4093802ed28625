import { describe, expect, test } from 'vitest'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { CLUSTER_UID, sampleCluster } from '../../../test/operators/sample-cluster.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import { planShoot, type ShootOrder } from './shoot-manifest.ts'

const binding: BindingRef = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' }
const zones = (...names: string[]) => names.map(name => ({ name }))

function profileOf(name: string, region: string, offered: string[], providerConfig = {}): CloudProfileObject {
  const versions = [{ version: '1.34.7' }, { version: '1.33.11' }]
  const regions = [{ name: region, zones: zones(...offered) }]
  return { metadata: { name }, spec: { type: name, kubernetes: { versions }, regions, providerConfig } }
}

const AWS = profileOf('aws', 'eu-central-1', ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'])

const offering = (more: NonNullable<CloudProfileObject['spec']>) => ({ ...AWS, spec: { ...AWS.spec, ...more } })

/** Zones of which only the second offers everything the workers need. */
const WITHOUT = [
  { name: 'eu-central-1a', unavailableMachineTypes: ['m6i.large'] },
  { name: 'eu-central-1b', unavailableMachineTypes: ['m5.large'], unavailableVolumeTypes: ['io1'] },
  { name: 'eu-central-1c', unavailableVolumeTypes: ['gp3'] },
]

const plan = (change: Partial<ShootOrder> = {}) =>
  planShoot({
    cluster: sampleCluster(),
    name: 'c-1',
    namespace: 'garden-kyma',
    globalAccount: 'abcd-0001',
    binding,
    profile: AWS,
    existing: null,
    now: Date.parse('2026-11-23T00:00:00Z'),
    ...change,
  })

function manifestOf(change: Partial<ShootOrder> = {}) {
  const planned = plan(change)
  if ('problem' in planned) throw new Error(planned.problem)
  return planned.manifest
}

function problemOf(change: Partial<ShootOrder>): string | null {
  const planned = plan(change)
  return 'problem' in planned ? planned.problem : null
}

describe('the shoot of a Cluster', () => {
  test('has labels for account, subaccount and Cluster', () => {
    expect(manifestOf().metadata).toEqual({
      name: 'c-1',
      namespace: 'garden-kyma',
      labels: { 'operator.kyma-project.io/managed-by': 'hap-console', account: 'abcd-0001', subaccount: 'abcd-0002' },
      annotations: {
        'operator.kyma-project.io/cluster': 'cluster-operator/example-cluster',
        'operator.kyma-project.io/cluster-uid': CLUSTER_UID,
        'operator.kyma-project.io/extensions': 'shoot-networking-filter',
        'infrastructuremanager.kyma-project.io/runtime-id': CLUSTER_UID,
        'infrastructuremanager.kyma-project.io/runtime-generation': '1',
      },
    })
  })

  test('follows the spec of the Cluster', () => {
    expect(manifestOf().spec).toMatchObject({
      cloudProfile: { kind: 'CloudProfile', name: 'aws' },
      region: 'eu-central-1',
      purpose: 'production',
      credentialsBindingName: 'aws-1',
      kubernetes: { version: '1.34.7' },
      extensions: [{ type: 'shoot-networking-filter', disabled: false }],
      provider: {
        type: 'aws',
        workers: [
          {
            name: 'cpu-worker-0',
            machine: { type: 'm6i.large' },
            minimum: 3,
            maximum: 5,
            maxSurge: 3,
            maxUnavailable: 0,
          },
        ],
      },
    })
  })

  test('starts in zones that offer its machines and volumes', () => {
    const cluster = sampleCluster({ infrastructure: { numberOfZones: 1 } })
    const profile = offering({ regions: [{ name: 'eu-central-1', zones: WITHOUT }] })
    expect(manifestOf({ cluster, profile }).spec.provider.workers[0]?.zones).toEqual(['eu-central-1b'])
  })

  test('keeps machines that are no longer offered', () => {
    const existing: LiveShoot = {
      spec: { provider: { workers: [{ zones: ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'] }] } },
    }
    const profile = offering({ machineTypes: [{ name: 'm6i.large', usable: false }] })
    expect(manifestOf({ existing, profile }).spec.provider.workers[0]?.machine).toEqual({ type: 'm6i.large' })
  })

  test('names a SecretBinding in its own field, with a version that still accepts one', () => {
    const { spec } = manifestOf({ binding: { ...binding, kind: 'SecretBinding' } })
    expect(spec).toMatchObject({ secretBindingName: 'aws-1', kubernetes: { version: '1.33.11' } })
    expect(spec).not.toHaveProperty('credentialsBindingName')
  })

  test('reads its authentication from a ConfigMap only if the Cluster has one', () => {
    const oidcConfig = { clientID: 'a', issuerURL: 'https://idp.example.com' }
    expect(manifestOf().spec.kubernetes).not.toHaveProperty('kubeAPIServer')
    expect(manifestOf({ cluster: sampleCluster({ oidcConfig }) }).spec.kubernetes.kubeAPIServer).toEqual({
      structuredAuthentication: { configMapName: 'structured-auth-config-c-1' },
    })
  })

  test('keeps its version, zones and foreign extensions', () => {
    const existing = {
      metadata: { annotations: { 'operator.kyma-project.io/extensions': 'shoot-networking-filter,shoot-old' } },
      spec: {
        kubernetes: { version: '1.33.2' },
        extensions: [{ type: 'shoot-old' }, { type: 'shoot-of-others' }],
        provider: { workers: [{ zones: ['eu-central-1c'] }] },
      },
    }
    const { spec } = manifestOf({ existing })
    expect(spec.kubernetes.version).toBe('1.33.2')
    expect(spec.extensions.map(({ type }) => type)).toEqual(['shoot-of-others', 'shoot-networking-filter'])
    expect(spec.provider.workers[0]?.zones).toHaveLength(3)
    expect(spec.provider.workers[0]?.zones[0]).toBe('eu-central-1c')
  })

  test('merges the passed-through parts over its infrastructure', () => {
    const providerConfig = { networks: { vpc: { cidr: null, id: 'vpc-1' } }, ignoreTags: { keyPrefixes: ['x'] } }
    const { provider } = manifestOf({ cluster: sampleCluster({ infrastructure: { providerConfig } }) }).spec
    expect(provider.infrastructureConfig).toMatchObject({
      apiVersion: 'aws.provider.extensions.gardener.cloud/v1alpha1',
      kind: 'InfrastructureConfig',
      networks: { vpc: { id: 'vpc-1' } },
      ignoreTags: { keyPrefixes: ['x'] },
    })
    expect(provider.infrastructureConfig).not.toHaveProperty('networks.vpc.cidr')
  })
})

const infrastructure = { numberOfZones: 2 }
const core = (region: string) => ({ region })
const OPENSTACK = {
  constraints: {
    floatingPools: [
      { name: 'elsewhere', region: 'x' },
      { name: 'FloatingIP-1', region: 'eu-de-1' },
    ],
    loadBalancerProviders: [{ name: 'f5' }],
  },
}

test.each([
  ['aws', AWS, 'eu-central-1', { networks: { vpc: { cidr: '10.250.0.0/16' } } }, {}, { type: 'gp3', size: '80Gi' }],
  [
    'azure',
    profileOf('azure', 'westeurope', ['1', '2']),
    'westeurope',
    { zoned: true, networks: { vnet: { cidr: '10.250.0.0/16' } } },
    {},
    { type: 'StandardSSD_LRS', size: '80Gi' },
  ],
  [
    'gcp',
    profileOf('gcp', 'europe-west3', ['europe-west3-a', 'europe-west3-b']),
    'europe-west3',
    { networks: { workers: '10.250.0.0/16' } },
    { zone: expect.stringMatching(/^europe-west3-[ab]$/) },
    { type: 'pd-balanced', size: '80Gi' },
  ],
  [
    'openstack',
    profileOf('openstack', 'eu-de-1', ['eu-de-1a', 'eu-de-1b'], OPENSTACK),
    'eu-de-1',
    { floatingPoolName: 'FloatingIP-1', networks: { workers: '10.250.0.0/16' } },
    { loadBalancerProvider: 'f5' },
    undefined,
  ],
  [
    'alicloud',
    profileOf('alicloud', 'cn-1', ['cn-1-e', 'cn-1-f']),
    'cn-1',
    { networks: { vpc: { cidr: '10.250.0.0/16' } } },
    {},
    { type: 'cloud_essd', size: '80Gi' },
  ],
] as const)(
  'of provider %s has its networks, control plane and volumes',
  (provider, profile, region, networks, controlPlane, volume) => {
    const cluster = sampleCluster({ core: core(region), infrastructure: { ...infrastructure, provider } })
    const { spec } = manifestOf({ cluster, profile })
    expect(spec.provider.type).toBe(provider)
    expect(spec.provider.infrastructureConfig).toMatchObject({ kind: 'InfrastructureConfig', ...networks })
    expect(spec.provider.controlPlaneConfig).toMatchObject({
      apiVersion: `${provider}.provider.extensions.gardener.cloud/v1alpha1`,
      kind: 'ControlPlaneConfig',
      ...controlPlane,
    })
    expect(spec.provider.workers[0]?.volume).toEqual(volume)
    expect(spec.provider.workers[0]?.zones).toHaveLength(2)
  },
)

test('of an unknown provider only gets the passed-through parts', () => {
  const profile = profileOf('gdch', 'r', ['r-zone1'])
  const cluster = (providerConfig?: Record<string, unknown>) =>
    sampleCluster({
      core: core('r'),
      infrastructure: { provider: 'gdch', numberOfZones: 1, ...(providerConfig && { providerConfig }) },
    })
  const bare = manifestOf({ profile, cluster: cluster() }).spec.provider
  expect(bare).not.toHaveProperty('infrastructureConfig')
  expect(bare).not.toHaveProperty('controlPlaneConfig')
  const config = manifestOf({ profile, cluster: cluster({ networks: { workers: '10.0.0.0/16' } }) }).spec.provider
  expect(config.infrastructureConfig).toEqual({
    apiVersion: 'gdch.provider.extensions.gardener.cloud/v1alpha1',
    kind: 'InfrastructureConfig',
    networks: { workers: '10.0.0.0/16' },
  })
})

test.each([
  [
    'an account that is a bare Secret',
    { binding: { ...binding, kind: 'Secret' } as const },
    /^The account is the Secret aws-1 in garden-kyma itself/,
  ],
  [
    'a region that is not offered',
    { cluster: sampleCluster({ core: core('nowhere-1') }) },
    'CloudProfile aws does not offer the region nowhere-1 (offered: eu-central-1).',
  ],
  [
    'more zones than there are',
    { cluster: sampleCluster({ infrastructure: { numberOfZones: 4, autoScalerMax: 9 } }) },
    'numberOfZones is 4, and region eu-central-1 has 3.',
  ],
  [
    'fewer nodes than zones',
    { cluster: sampleCluster({ infrastructure: { autoScalerMin: 1, autoScalerMax: 2 } }) },
    'autoScalerMax is 2, and 3 zones need at least one node each.',
  ],
  [
    'bounds the wrong way round',
    { cluster: sampleCluster({ infrastructure: { autoScalerMin: 6 } }) },
    'autoScalerMax is 5, less than autoScalerMin, which is 6.',
  ],
  [
    'no version',
    { profile: { ...AWS, spec: { ...AWS.spec, kubernetes: {} } } },
    'CloudProfile aws offers no supported version of Kubernetes.',
  ],
  [
    'a machine type that is not offered',
    { profile: offering({ machineTypes: ['z', 'd', 'c', 'b', 'a', 'e'].map(name => ({ name })) }) },
    'CloudProfile aws does not offer the machine type m6i.large (offered: a, b, c, d and 2 more).',
  ],
  [
    'a region and a machine type that are not offered',
    {
      cluster: sampleCluster({ core: core('nowhere-1') }),
      profile: offering({ machineTypes: [{ name: 'm5.large' }, { name: 'a1', usable: false }] }),
    },
    'CloudProfile aws does not offer the region nowhere-1 (offered: eu-central-1), nor the machine type m6i.large (offered: m5.large).',
  ],
  [
    'a machine type that is out of use',
    { profile: offering({ machineTypes: [{ name: 'm6i.large', usable: false }] }) },
    'CloudProfile aws does not offer the machine type m6i.large.',
  ],
  [
    'volumes that are not offered',
    { profile: offering({ volumeTypes: [{ name: 'gp2', usable: true }] }) },
    'CloudProfile aws does not offer the volume type gp3 (offered: gp2).',
  ],
  [
    'machines that too few zones have',
    { profile: offering({ regions: [{ name: 'eu-central-1', zones: WITHOUT }] }) },
    'numberOfZones is 3, and region eu-central-1 has 1 that have m6i.large and its volume, and 2 that do not.',
  ],
] as const)('there is none for %s', (_, change, problem) => {
  expect(problemOf(change)).toMatch(problem)
})
