import type { RegionOffer } from './cloud-profile.ts'
import { type Config, mergeConfig } from './merge-config.ts'
import { NODES, zoneNetworks } from './networks.ts'

interface Volume {
  readonly type: string
  readonly size: string
}

interface ZoneOrder {
  readonly zones: readonly string[]
  readonly offer: RegionOffer
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

/** Parts of a shoot that only its provider's extension reads; null for a provider nobody knows here, which then gets what is passed through. */
export interface ProviderSection {
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

/** The volume of each worker node; null where the machine type brings its own, or nobody knows the provider here. */
export function volumeOf(provider: string): Volume | null {
  return traitsOf(provider)?.volume ?? null
}

function traitsOf(provider: string): ProviderTraits | undefined {
  return Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined
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
