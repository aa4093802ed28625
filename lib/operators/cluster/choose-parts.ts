import { createHash } from 'node:crypto'
import { compareText } from '#lib/hap/text.ts'
import type { ClusterCore, ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import {
  type CloudProfileObject,
  type KubernetesVersion,
  type RegionOffer,
  regionOffer,
  type Usable,
  type WorkerParts,
} from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import { MAX_ZONES, volumeOf, workerProblem } from './provider-section.ts'

/** Parts of a shoot chosen from a CloudProfile. */
export interface ChosenParts {
  readonly profileName: string
  readonly offer: RegionOffer
  readonly zones: readonly string[]
  readonly version: string
}

interface PartsOrder {
  readonly core: ClusterCore
  readonly infrastructure: ClusterInfrastructure
  /** Seed for the choice of zones of a new shoot. */
  readonly seed: string
  readonly profile: CloudProfileObject
  /** The existing shoot; null for a new one. */
  readonly existing: LiveShoot | null
  readonly bySecretBinding: boolean
  /** Epoch milliseconds; versions expire. */
  readonly now: number
}

/** Message for a spec without the parts of a managed cluster. */
export const NOTHING_TO_MAKE = 'A managed cluster needs spec.core and spec.infrastructure.'

/**
 * Chooses from a CloudProfile, or returns the problem. Needs nothing of the account but the kind of
 * its binding.
 */
export function chooseParts(order: PartsOrder): ChosenParts | { readonly problem: string } {
  const { core, infrastructure, seed, profile, existing, bySecretBinding, now } = order
  const wrong = workerProblem(infrastructure)
  if (wrong !== null) return { problem: wrong }
  const profileName = profile.metadata?.name ?? infrastructure.provider
  const parts = { machineType: infrastructure.machineType, volumeType: volumeOf(infrastructure.provider)?.type ?? null }
  const offer = regionOffer(profile, core.region, parts)
  const region = offer === null ? core.region : null
  const missing = missingOffers(profile, { region, parts: existing === null ? parts : null })
  if (offer === null || missing.length > 0)
    return { problem: `CloudProfile ${profileName} does not offer ${missing.join(', nor ')}.` }
  const request = { count: infrastructure.numberOfZones, offered: offer.zones, seed }
  const zones = chooseZones({ ...request, existing: existing?.spec?.provider?.workers?.[0]?.zones ?? [] })
  if (zones === null || zones.length > MAX_ZONES) return { problem: zoneProblem(infrastructure, core, offer) }
  const version = existing?.spec?.kubernetes?.version ?? chooseVersion(profile, { wanted: null, bySecretBinding, now })
  if (version === null) return { problem: versionProblem(profileName, bySecretBinding) }
  return { profileName, offer, zones, version }
}

function zoneProblem(
  { numberOfZones, machineType }: ClusterInfrastructure,
  { region }: ClusterCore,
  { zones, without }: RegionOffer,
): string {
  if (numberOfZones > MAX_ZONES)
    return `numberOfZones is ${numberOfZones}; the network has room for at most ${MAX_ZONES}.`
  const others = without > 0 ? ` that have ${machineType} and its volume, and ${without} that do not` : ''
  return `numberOfZones is ${numberOfZones}, and region ${region} has ${zones.length}${others}.`
}

function versionProblem(profile: string, bySecretBinding: boolean): string {
  if (!bySecretBinding) return `CloudProfile ${profile} offers no supported version of Kubernetes.`
  return `CloudProfile ${profile} offers no supported version of Kubernetes below 1.34, and a SecretBinding supports no other version. Replace it with a CredentialsBinding.`
}

interface VersionRequest {
  /** A version or its prefix, `1.34`; null for the newest supported one. */
  readonly wanted: string | null
  /**
   * Whether the account has a SecretBinding; shoots from 1.34 on need a CredentialsBinding
   * (Gardener).
   */
  readonly bySecretBinding: boolean
  /** Epoch milliseconds, for expired versions. */
  readonly now: number
}

const SECRET_BINDING_BELOW = [1, 34] as const

/**
 * Chooses the Kubernetes version of a new shoot: the newest of the CloudProfile that is not expired
 * and, unless explicitly wanted, neither preview nor deprecated. Null without one.
 */
export function chooseVersion({ spec = {} }: CloudProfileObject, request: VersionRequest): string | null {
  const usable = (spec.kubernetes?.versions ?? [])
    .filter(offer => isUsable(offer, request))
    .flatMap(({ version }) => (version ? [version] : []))
  return usable.reduce<string | null>((best, next) => (best === null || isNewer(next, best) ? next : best), null)
}

function isUsable(
  { version = '', classification, expirationDate }: KubernetesVersion,
  request: VersionRequest,
): boolean {
  const { wanted, bySecretBinding, now } = request
  if (expirationDate !== undefined && Date.parse(expirationDate) <= now) return false
  if (bySecretBinding && !isNewer(SECRET_BINDING_BELOW.join('.'), version)) return false
  if (wanted === null) return classification === undefined || classification === 'supported'
  return version === wanted || version.startsWith(`${wanted}.`)
}

/** Compares two versions numerically, part by part. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [partsOf(version), partsOf(than)]
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function partsOf(version: string): readonly number[] {
  return version.split('.').map(part => Number.parseInt(part, 10) || 0)
}

interface ZoneRequest {
  readonly count: number
  /** Zones of the region in the order of the CloudProfile. */
  readonly offered: readonly string[]
  /** Zones of the existing shoot; none for a new one. */
  readonly existing: readonly string[]
  /** Spreads new shoots over the zones. */
  readonly seed: string
}

/**
 * Chooses the zones of a shoot's workers. Existing ones come first and in order, since Gardener
 * only adds zones; a new shoot starts at a zone derived from its seed. Null when the region has too
 * few.
 */
export function chooseZones({ count, offered, existing, seed }: ZoneRequest): readonly string[] | null {
  const others = rotated(offered, seed).filter(zone => !existing.includes(zone))
  const missing = Math.max(0, count - existing.length)
  return missing > others.length ? null : [...existing, ...others.slice(0, missing)]
}

function rotated(zones: readonly string[], seed: string): readonly string[] {
  if (zones.length === 0) return zones
  const start = createHash('sha256').update(seed).digest().readUInt32BE() % zones.length
  return [...zones.slice(start), ...zones.slice(0, start)]
}

/** Wanted parts that the CloudProfile may lack. */
interface Wanted {
  /** Null for an offered region. */
  readonly region: string | null
  /**
   * Null for an existing shoot, which may keep parts that are no longer offered; the server
   * validates changes.
   */
  readonly parts: WorkerParts | null
}

/**
 * Lists the parts that a CloudProfile lacks, with examples of offered ones; a profile without a
 * list lacks nothing.
 */
function missingOffers({ spec = {} }: CloudProfileObject, { region, parts }: Wanted): readonly string[] {
  const regions = (spec.regions ?? []).flatMap(({ name }) => name ?? [])
  return [
    ...(region === null ? [] : [`the region ${region}${examples(regions)}`]),
    ...(parts === null ? [] : missingOf('machine type', spec.machineTypes, parts.machineType)),
    ...(parts === null || parts.volumeType === null
      ? []
      : missingOf('volume type', spec.volumeTypes, parts.volumeType)),
  ]
}

function missingOf(what: string, offers: readonly Usable[] | null | undefined, wanted: string): readonly string[] {
  const usable = (offers ?? []).flatMap(({ name, usable }) => (name && usable !== false ? [name] : []))
  const isOffered = (offers ?? []).length === 0 || usable.includes(wanted)
  return isOffered ? [] : [`the ${what} ${wanted}${examples(usable)}`]
}

/** Maximum of examples in a message. */
const MAX_NAMED = 4

function examples(offered: readonly string[]): string {
  if (offered.length === 0) return ''
  const named = offered.toSorted(compareText).slice(0, MAX_NAMED).join(', ')
  const more = offered.length - MAX_NAMED
  return ` (offered: ${named}${more > 0 ? ` and ${more} more` : ''})`
}
