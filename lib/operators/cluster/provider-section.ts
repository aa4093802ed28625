import type { ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import type { RegionOffer } from './cloud-profile.ts'
import { type Config, mergeConfig } from './merge-config.ts'

/**
 * Networks of a shoot, as in Kyma's infrastructure manager: outside of the ranges that customers
 * usually use.
 */
export const NODES = '10.250.0.0/16'
export const PODS = '100.64.0.0/12'
export const SERVICES = '100.104.0.0/13'

/** Number of blocks of the node network, more than the zones of any region. */
export const MAX_ZONES = 8

/**
 * Parts of a shoot for its provider's extension; null for an unknown provider, which gets only the
 * passed configuration.
 */
interface ProviderSection {
  readonly volume: Volume | null
  readonly infrastructureConfig: Config | null
  readonly controlPlaneConfig: Config | null
  readonly workerConfig: Config | null
}

interface SectionOrder extends ZoneOrder {
  readonly provider: string
  /** Merged into the infrastructureConfig: further network configuration, NAT gateways (seed 004). */
  readonly passedThrough: Config | null
}

interface ZoneOrder {
  readonly zones: readonly string[]
  readonly offer: RegionOffer
}

/** Builds the provider's part of a shoot. A zone keeps its networks while it keeps its index. */
export function providerSection({ provider, zones, offer, passedThrough }: SectionOrder): ProviderSection {
  const apiVersion = `${provider}.provider.extensions.gardener.cloud/v1alpha1`
  const typed = (kind: string, config: Config) => ({ apiVersion, kind, ...config })
  const traits = traitsOf(provider)
  const infrastructure = traits && typed('InfrastructureConfig', traits.infrastructure({ zones, offer }))
  return {
    volume: traits?.volume ?? null,
    infrastructureConfig:
      passedThrough === null
        ? (infrastructure ?? null)
        : mergeConfig(infrastructure ?? typed('InfrastructureConfig', {}), passedThrough),
    controlPlaneConfig: traits ? typed('ControlPlaneConfig', traits.controlPlane({ zones, offer })) : null,
    workerConfig: traits?.worker ? typed('WorkerConfig', traits.worker) : null,
  }
}

/**
 * Volume of each worker node; null for machine types with a built-in volume and for unknown
 * providers.
 */
export function volumeOf(provider: string): Volume | null {
  return traitsOf(provider)?.volume ?? null
}

function traitsOf(provider: string): ProviderTraits | undefined {
  return Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined
}

/** Name of the first worker group, as in Kyma's infrastructure manager. */
const NAME = 'cpu-worker-0'

/**
 * Builds the single worker group of a shoot over all its zones. Gardener chooses the machine image
 * and other fields.
 */
export function workerGroup(
  { machineType, autoScalerMin, autoScalerMax }: ClusterInfrastructure,
  zones: readonly string[],
  { volume, workerConfig }: ProviderSection,
) {
  return {
    name: NAME,
    machine: { type: machineType },
    minimum: autoScalerMin,
    maximum: autoScalerMax,
    // Adds a node in each zone before it removes an old one.
    maxSurge: zones.length,
    maxUnavailable: 0,
    zones,
    ...(volume !== null && { volume }),
    ...(workerConfig !== null && { providerConfig: workerConfig }),
  }
}

/** Problem of the workers that Gardener would refuse, as a sentence; null without one. */
export function workerProblem({ autoScalerMin, autoScalerMax, numberOfZones }: ClusterInfrastructure): string | null {
  if (autoScalerMax < autoScalerMin)
    return `autoScalerMax is ${autoScalerMax}, less than autoScalerMin, which is ${autoScalerMin}.`
  if (autoScalerMax < numberOfZones)
    return `autoScalerMax is ${autoScalerMax}, and ${numberOfZones} zones need at least one node each.`
  return null
}

interface ZoneNetworks {
  /** The whole block of the zone. */
  readonly block: string
  /** For providers with three networks: half of the block is for nodes. */
  readonly workers: string
  readonly public: string
  readonly internal: string
}

/** Networks of a zone by its index among the zones of the shoot. */
export function zoneNetworks(place: number): ZoneNetworks {
  const start = place * 32
  return {
    block: `10.250.${start}.0/19`,
    workers: `10.250.${start}.0/20`,
    public: `10.250.${start + 16}.0/21`,
    internal: `10.250.${start + 24}.0/21`,
  }
}

interface Volume {
  readonly type: string
  readonly size: string
}

/**
 * Parts of a shoot that differ by provider: the configuration types of Gardener's provider
 * extensions.
 */
interface ProviderTraits {
  /** Volume of worker nodes; null for machine types with a built-in volume. */
  readonly volume: Volume | null
  infrastructure(order: ZoneOrder): Config
  controlPlane(order: ZoneOrder): Config
  /** Configuration of a worker group. */
  readonly worker: Config | null
}

const volume = (type: string): Volume => ({ type, size: '80Gi' })
const NOTHING = () => ({})

const PROVIDERS: Readonly<Record<string, ProviderTraits>> = {
  aws: {
    volume: volume('gp3'),
    infrastructure: ({ zones }) => ({
      networks: {
        vpc: { cidr: NODES },
        zones: zones.map((name, place) => {
          const { workers, public: open, internal } = zoneNetworks(place)
          return { name, workers, public: open, internal }
        }),
      },
    }),
    controlPlane: NOTHING,
    // Keeps the node's credentials in its metadata service from pods.
    worker: { instanceMetadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 2 } },
  },
  azure: {
    volume: volume('StandardSSD_LRS'),
    infrastructure: ({ zones }) => ({
      zoned: true,
      networks: {
        vnet: { cidr: NODES },
        zones: zones.map((name, place) => ({
          name: Number(name),
          cidr: zoneNetworks(place).block,
          natGateway: { enabled: true, idleConnectionTimeoutMinutes: 4 },
        })),
      },
    }),
    controlPlane: NOTHING,
    worker: null,
  },
  gcp: {
    volume: volume('pd-balanced'),
    infrastructure: () => ({ networks: { workers: NODES } }),
    controlPlane: ({ zones }) => ({ zone: zones[0] }),
    worker: null,
  },
  openstack: {
    volume: null,
    infrastructure: ({ offer: { floatingPool } }) => ({
      ...(floatingPool !== null && { floatingPoolName: floatingPool }),
      networks: { workers: NODES },
    }),
    controlPlane: ({ offer: { loadBalancerProvider } }) => ({
      ...(loadBalancerProvider !== null && { loadBalancerProvider }),
    }),
    worker: null,
  },
  alicloud: {
    volume: volume('cloud_essd'),
    infrastructure: ({ zones }) => ({
      networks: {
        vpc: { cidr: NODES },
        zones: zones.map((name, place) => ({ name, workers: zoneNetworks(place).block })),
      },
    }),
    controlPlane: NOTHING,
    worker: null,
  },
}
