import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from './cluster-context.ts'

export const CLOUD_PROFILES: Resource = {
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'cloudprofiles',
  kind: 'CloudProfile',
}

/** A CloudProfile as far as a new shoot depends on it. As everywhere, no field is trusted to be set. */
export interface CloudProfileObject extends KubeObject {
  spec?: {
    type?: string
    kubernetes?: { versions?: KubernetesVersion[] }
    /** Null where it was made without any. */
    machineTypes?: Usable[] | null
    volumeTypes?: Usable[] | null
    regions?: { name?: string; zones?: Zone[] }[]
    providerConfig?: { constraints?: Constraints }
  }
}

/** True where nothing is said. */
export interface Usable {
  name?: string
  usable?: boolean
}

interface Zone {
  name?: string
  unavailableMachineTypes?: string[]
  unavailableVolumeTypes?: string[]
}

export interface KubernetesVersion {
  version?: string
  classification?: string
  expirationDate?: string
}

/** What OpenStack landscapes offer by name (CloudProfileConfig of the provider extension); without a region: everywhere. */
interface Constraints {
  floatingPools?: Offered[]
  loadBalancerProviders?: Offered[]
}

interface Offered {
  name?: string
  region?: string
}

/** What workers need of every zone they are in. */
export interface WorkerParts {
  readonly machineType: string
  /** Null where the machine type brings its volume along. */
  readonly volumeType: string | null
}

/** What a CloudProfile offers in one region. */
export interface RegionOffer {
  /** Those that have what the workers need. */
  readonly zones: readonly string[]
  /** How many zones have not. */
  readonly without: number
  /** OpenStack only; null where the profile names none. */
  readonly floatingPool: string | null
  readonly loadBalancerProvider: string | null
}

/** Null when the profile does not offer the region. */
export function regionOffer({ spec = {} }: CloudProfileObject, region: string, parts: WorkerParts): RegionOffer | null {
  const offered = spec.regions?.find(({ name }) => name === region)
  if (offered === undefined) return null
  const { floatingPools, loadBalancerProviders } = spec.providerConfig?.constraints ?? {}
  const all = offered.zones ?? []
  const fit = all.filter(zone => hasParts(zone, parts))
  return {
    zones: fit.flatMap(({ name }) => (name ? [name] : [])),
    without: all.length - fit.length,
    floatingPool: offeredIn(floatingPools, region),
    loadBalancerProvider: offeredIn(loadBalancerProviders, region),
  }
}

function hasParts({ unavailableMachineTypes, unavailableVolumeTypes }: Zone, parts: WorkerParts): boolean {
  const { machineType, volumeType } = parts
  return !unavailableMachineTypes?.includes(machineType) && !unavailableVolumeTypes?.includes(volumeType ?? '')
}

function offeredIn(offers: readonly Offered[] = [], region: string): string | null {
  const own = offers.find(offer => offer.region === region)
  return (own ?? offers.find(offer => offer.region === undefined))?.name ?? null
}

/** The CloudProfile of a Cluster that is made here, or why there is none. What is worth another try soon is thrown. */
export async function readProfile(
  { garden }: Pick<ClusterContext, 'garden'>,
  { spec }: Pick<Cluster, 'spec'>,
  signal: AbortSignal,
): Promise<CloudProfileObject | { readonly problem: string }> {
  const name = spec.infrastructure?.provider ?? ''
  try {
    return await garden.get<CloudProfileObject>({ resource: CLOUD_PROFILES, namespace: null, name }, { signal })
  } catch (error) {
    if (!(error instanceof GardenError) || error.isTransient) throw error
    return { problem: error.message }
  }
}
