import type { JsonObject } from '#embedded-garden/json.ts'
import type { Blueprint, Provider } from '#embedded-garden/landscape/blueprint.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { DAY, timestamp } from '#embedded-garden/landscape/place.ts'
import { PROVIDERS } from '#embedded-garden/landscape/providers.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

const API_VERSION = 'core.gardener.cloud/v1beta1'
const EXTENSIONS = ['dns-service', 'cert-service', 'networking-filter', 'auditlog-service', 'oidc-service']

/** Objects that Gardener needs to validate shoots: a CloudProfile per provider, registered extensions, the quota of trials. */
export function catalogManifests({ pools }: Blueprint, { namespace, at }: Place, random: Random): KubeObject[] {
  const creationTimestamp = timestamp(at - 1800 * DAY)
  const providers = [...new Set(pools.map(pool => pool.provider))]
  if (providers.length === 0) return []
  const regionsOf = (provider: Provider) => [
    ...new Set(pools.filter(pool => pool.provider === provider).flatMap(pool => pool.regions)),
  ]
  return [
    ...providers.map(provider => ({
      apiVersion: API_VERSION,
      kind: 'CloudProfile',
      metadata: { name: provider, uid: random.uuid(), creationTimestamp, labels: providerLabel(provider) },
      spec: cloudProfileSpec(provider, regionsOf(provider)),
      status: {},
    })),
    {
      apiVersion: API_VERSION,
      kind: 'ControllerRegistration',
      metadata: { name: 'kyma-extensions', uid: random.uuid(), generation: 1, creationTimestamp },
      spec: { resources: extensionResources(providers) },
    },
    {
      apiVersion: API_VERSION,
      kind: 'Quota',
      metadata: { name: TRIAL_QUOTA, namespace, uid: random.uuid(), creationTimestamp },
      spec: {
        scope: { apiVersion: 'v1', kind: 'Secret' },
        clusterLifetimeDays: 14,
        metrics: { cpu: '4000', memory: '16000Gi', loadbalancer: '2000' },
      },
    },
  ]
}

/** Quota of the bindings of trial accounts; Gardener deletes their clusters after the days it allows. */
export const TRIAL_QUOTA = 'trial-quota'

export function providerLabel(provider: string): Record<string, string> {
  return { [`provider.extensions.gardener.cloud/${provider}`]: 'true' }
}

function cloudProfileSpec(provider: Provider, regions: readonly string[]): JsonObject {
  const { machineType, largeMachineType, volumeType, zones } = PROVIDERS[provider]
  const machines = [
    { name: machineType, cpu: '4', memory: '16Gi' },
    { name: largeMachineType, cpu: '8', memory: '32Gi' },
  ]
  return {
    type: provider,
    kubernetes: { versions: ['1.34.7', '1.33.11', '1.32.13'].map(version => ({ version })) },
    machineImages: [
      {
        name: 'gardenlinux',
        updateStrategy: 'major',
        versions: [{ version: '1877.3.0', architectures: ['amd64'], cri: [{ name: 'containerd' }] }],
      },
    ],
    machineTypes: machines.map(type => ({ ...type, gpu: '0', usable: true, architecture: 'amd64' })),
    volumeTypes: [{ name: volumeType, class: 'standard', usable: true }],
    regions: regions.map(name => ({ name, zones: zones(name).map(zone => ({ name: zone })) })),
  }
}

function extensionResources(providers: readonly Provider[]): JsonObject[] {
  const infrastructure = providers.flatMap(type =>
    ['Infrastructure', 'ControlPlane', 'Worker'].map(kind => ({ kind, type, primary: true })),
  )
  const shoot = EXTENSIONS.map(name => ({
    kind: 'Extension',
    type: `shoot-${name}`,
    reconcileTimeout: '3m0s',
    primary: true,
    lifecycle: { reconcile: 'AfterKubeAPIServer', delete: 'BeforeKubeAPIServer', migrate: 'BeforeKubeAPIServer' },
    clusterCompatibility: ['shoot'],
  }))
  return [
    ...infrastructure,
    { kind: 'Network', type: 'calico', primary: true },
    { kind: 'OperatingSystemConfig', type: 'gardenlinux', primary: true },
    ...shoot,
  ]
}
