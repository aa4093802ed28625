import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'

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
    regions?: { name?: string; zones?: { name?: string }[] }[]
    providerConfig?: { constraints?: Constraints }
  }
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

/** What a CloudProfile offers in one region. */
export interface RegionOffer {
  readonly zones: readonly string[]
  /** OpenStack only; null where the profile names none. */
  readonly floatingPool: string | null
  readonly loadBalancerProvider: string | null
}

/** Null when the profile does not offer the region. */
export function regionOffer({ spec = {} }: CloudProfileObject, region: string): RegionOffer | null {
  const offered = spec.regions?.find(({ name }) => name === region)
  if (offered === undefined) return null
  const { floatingPools, loadBalancerProviders } = spec.providerConfig?.constraints ?? {}
  return {
    zones: (offered.zones ?? []).flatMap(({ name }) => (name ? [name] : [])),
    floatingPool: offeredIn(floatingPools, region),
    loadBalancerProvider: offeredIn(loadBalancerProviders, region),
  }
}

function offeredIn(offers: readonly Offered[] = [], region: string): string | null {
  const own = offers.find(offer => offer.region === region)
  return (own ?? offers.find(offer => offer.region === undefined))?.name ?? null
}
