import type { ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import type { RegionOffer } from './cloud-profile.ts'
import { type Config, mergeConfig } from './merge-config.ts'

/** Networks of a shoot, as Kyma's infrastructure manager chooses them: far from what customers usually have in their own. */
export const NODES = '10.250.0.0/16'
export const PODS = '100.64.0.0/12'
export const SERVICES = '100.104.0.0/13'

/** Blocks of the node network: more than any region has zones. */
export const MAX_ZONES = 8

/** Parts of a shoot that only its provider's extension reads; null for a provider nobody knows here, which then gets what is passed through. */
interface ProviderSection {
  readonly volume: Volume | null
  readonly infrastructureConfig: Config | null
  readonly controlPlaneConfig: Config | null
  readonly workerConfig: Config | null
}

interface SectionOrder extends ZoneOrder {
  readonly provider: string
  /** Laid over the infrastructureConfig: further network configuration, NAT gateways (seed 004). */
  readonly passedThrough: Config | null
}

interface ZoneOrder {
  readonly zones: readonly string[]
  readonly offer: RegionOffer
}

/** The provider's part of a shoot. A zone keeps its networks as long as it keeps its place. */
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

/** The volume of each worker node; null where the machine type brings its own, or nobody knows the provider here. */
export function volumeOf(provider: string): Volume | null {
  return traitsOf(provider)?.volume ?? null
}

function traitsOf(provider: string): ProviderTraits | undefined {
  return Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined
}

/** As Kyma's infrastructure manager calls a shoot's first group of workers. */
const NAME = 'cpu-worker-0'

/** The workers of a shoot: one group over all its zones. Machine image and much else are Gardener's to choose. */
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
    // A new node in each zone before an old one goes.
    maxSurge: zones.length,
    maxUnavailable: 0,
    zones,
    ...(volume !== null && { volume }),
    ...(workerConfig !== null && { providerConfig: workerConfig }),
  }
}

/** What of the wished workers Gardener would refuse, as a sentence; null when nothing. */
export function workerProblem({ autoScalerMin, autoScalerMax, numberOfZones }: ClusterInfrastructure): string | null {
  if (autoScalerMax < autoScalerMin)
    return `autoScalerMax is ${autoScalerMax}, less than autoScalerMin, which is ${autoScalerMin}.`
  if (autoScalerMax < numberOfZones)
    return `autoScalerMax is ${autoScalerMax}, and ${numberOfZones} zones need at least one node each.`
  return null
}

interface ZoneNetworks {
  /** All of the zone's part. */
  readonly block: string
  /** For providers that want three networks: half of the block is for nodes. */
  readonly workers: string
  readonly public: string
  readonly internal: string
}

/** The part of the node network that a zone gets, by its place among the zones of the shoot. */
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

/** What differs in a shoot from provider to provider: by the configuration types of Gardener's provider extensions. */
interface ProviderTraits {
  /** Of worker nodes; null where the machine type brings its own. */
  readonly volume: Volume | null
  infrastructure(order: ZoneOrder): Config
  controlPlane(order: ZoneOrder): Config
  /** Of a worker group. */
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
    // Pods get no credentials of the node from its metadata service.
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
