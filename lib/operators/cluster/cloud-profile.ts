import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The resource CloudProfile. */
export const CLOUD_PROFILES: Resource = {
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'cloudprofiles',
  kind: 'CloudProfile',
}

/** Fields of a CloudProfile that a new shoot depends on. Every field may be missing. */
export interface CloudProfileObject extends KubeObject {
  spec?: {
    type?: string
    kubernetes?: { versions?: KubernetesVersion[] }
    /** Null in a profile without any. */
    machineTypes?: Usable[] | null
    volumeTypes?: Usable[] | null
    regions?: { name?: string; zones?: Zone[] }[]
    providerConfig?: { constraints?: Constraints }
  }
}

/** Default true. */
export interface Usable {
  name?: string
  usable?: boolean
}

interface Zone {
  name?: string
  unavailableMachineTypes?: string[]
  unavailableVolumeTypes?: string[]
}

/** A version in a CloudProfile. */
export interface KubernetesVersion {
  version?: string
  classification?: string
  expirationDate?: string
}

/**
 * Offers of OpenStack by name (CloudProfileConfig of the provider extension); without a region they
 * apply everywhere.
 */
interface Constraints {
  floatingPools?: Offered[]
  loadBalancerProviders?: Offered[]
}

interface Offered {
  name?: string
  region?: string
}

/** Parts that workers need in each zone. */
export interface WorkerParts {
  readonly machineType: string
  /** Null for machine types with a built-in volume. */
  readonly volumeType: string | null
}

/** Offer of a CloudProfile in one region. */
export interface RegionOffer {
  /** Zones with all parts that the workers need. */
  readonly zones: readonly string[]
  /** Number of zones that lack a part. */
  readonly without: number
  /** OpenStack only; null without one in the profile. */
  readonly floatingPool: string | null
  readonly loadBalancerProvider: string | null
}

/** Determines the offer in a region; null for a region that the profile lacks. */
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

/** Reads the CloudProfile of a managed Cluster, or returns the problem. Throws transient errors. */
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
