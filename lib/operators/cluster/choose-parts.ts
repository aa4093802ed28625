import type { ClusterCore, ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import { chooseVersion } from './choose-version.ts'
import { chooseZones } from './choose-zones.ts'
import { type CloudProfileObject, type RegionOffer, regionOffer } from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import { MOST_ZONES } from './networks.ts'
import { notOffered } from './not-offered.ts'
import { volumeOf } from './provider-section.ts'
import { workerProblem } from './worker-group.ts'

/** What a CloudProfile decides on of a shoot. */
export interface ChosenParts {
  readonly profileName: string
  readonly offer: RegionOffer
  readonly zones: readonly string[]
  readonly version: string
}

interface PartsOrder {
  readonly core: ClusterCore
  readonly infrastructure: ClusterInfrastructure
  /** Where a new shoot begins to choose its zones. */
  readonly seed: string
  readonly profile: CloudProfileObject
  /** The shoot as it is; null when it is to be made. */
  readonly existing: LiveShoot | null
  readonly bySecretBinding: boolean
  /** Epoch milliseconds. */
  readonly now: number
}

export const NOTHING_TO_MAKE = 'A cluster to be made needs spec.core and spec.infrastructure.'

/** Chooses from a CloudProfile, or says why there is nothing to choose from. No account is needed for that, other than to know its binding's kind. */
export function chooseParts(order: PartsOrder): ChosenParts | { readonly problem: string } {
  const { core, infrastructure, seed, profile, existing, bySecretBinding, now } = order
  const wrong = workerProblem(infrastructure)
  if (wrong !== null) return { problem: wrong }
  const profileName = profile.metadata?.name ?? infrastructure.provider
  const parts = { machineType: infrastructure.machineType, volumeType: volumeOf(infrastructure.provider)?.type ?? null }
  const offer = regionOffer(profile, core.region, parts)
  const region = offer === null ? core.region : null
  const missing = notOffered(profile, { region, parts: existing === null ? parts : null })
  if (offer === null || missing.length > 0)
    return { problem: `CloudProfile ${profileName} does not offer ${missing.join(', nor ')}.` }
  const wish = { count: infrastructure.numberOfZones, offered: offer.zones, seed }
  const zones = chooseZones({ ...wish, existing: existing?.spec?.provider?.workers?.[0]?.zones ?? [] })
  if (zones === null || zones.length > MOST_ZONES) return { problem: zoneProblem(infrastructure, core, offer) }
  const version = existing?.spec?.kubernetes?.version ?? chooseVersion(profile, { wanted: null, bySecretBinding, now })
  if (version === null) return { problem: versionProblem(profileName, bySecretBinding) }
  return { profileName, offer, zones, version }
}

function zoneProblem(
  { numberOfZones, machineType }: ClusterInfrastructure,
  { region }: ClusterCore,
  { zones, without }: RegionOffer,
): string {
  if (numberOfZones > MOST_ZONES)
    return `numberOfZones is ${numberOfZones}; at most ${MOST_ZONES} have room in the network.`
  const others = without > 0 ? ` that have ${machineType} and its volume, and ${without} that do not` : ''
  return `numberOfZones is ${numberOfZones}, and region ${region} has ${zones.length}${others}.`
}

function versionProblem(profile: string, bySecretBinding: boolean): string {
  if (!bySecretBinding) return `CloudProfile ${profile} offers no supported version of Kubernetes.`
  return `CloudProfile ${profile} offers no supported version of Kubernetes below 1.34, and a SecretBinding serves no other. Replace it by a CredentialsBinding.`
}
