import { isDeepStrictEqual } from 'node:util'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { shootBinding } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { isRecord } from '#lib/hap/document.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ShootRefusal } from '#lib/operators/api/cluster.ts'
import { SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { isShootOf } from '#lib/operators/target/find-target.ts'
import { authenticationNote } from './authentication.ts'
import { readProfile } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { deleteOrphanedShoot } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { type Config, covers, valueAt, withValue } from './merge-config.ts'
import { provisionedBy, shootForeign, shootGone } from './shoot-conditions.ts'
import { planShoot, type ShootManifest, type ShootSpec } from './shoot-manifest.ts'
import { type ClusterFinding, clusterFinding } from './write-cluster-status.ts'
import { writeShoot } from './write-shoot.ts'

interface ShootWork {
  readonly cluster: Cluster
  readonly binding: BindingRef
  /** Id of the claim of the binding; null when only the shoot names it. */
  readonly claim: string | null
  readonly name: string
  readonly selector: SubscriptionSelector
  /** The tenant; empty for a shared account without a label. */
  readonly globalAccount: string
  /** Present shoot of that name; null without one. */
  readonly existing: LiveShoot | null
}

/** Result of reconciling the shoot of a Cluster. */
export interface ReconciledShoot {
  /** Null without a shoot of the Cluster. */
  readonly shoot: LiveShoot | null
  readonly findings: readonly ClusterFinding[]
  /** Refusal of Gardener; null without one. */
  readonly refusal: ShootRefusal | null
}

/** Reads the shoot; null without one. Throws GardenError. */
export function readShoot(
  { garden, project }: Pick<ClusterContext, 'garden' | 'project'>,
  name: string,
  signal: AbortSignal,
): Promise<LiveShoot | null> {
  return nullIfNotFound(garden.get<LiveShoot>({ resource: SHOOTS, namespace: project.namespace, name }, { signal }))
}

/** Binding of a shoot; null without one. */
export function bindingOfShoot({ metadata, spec = {} }: LiveShoot): BindingRef | null {
  const named = shootBinding(spec)
  return named && { ...named, namespace: metadata?.namespace ?? '' }
}

/**
 * Creates or updates the shoot of a Cluster as far as Gardener permits. A deleted shoot is not
 * created again. Throws GardenError where Gardener is unavailable or its answer is unknown.
 */
export async function reconcileShoot(
  context: ClusterContext,
  work: ShootWork,
  signal: AbortSignal,
): Promise<ReconciledShoot> {
  const { cluster, binding, name, existing } = work
  if (existing === null && cluster.status?.shootRef !== undefined) return without(shootGone(name))
  if (existing !== null && !isShootOf(existing, cluster)) return without(shootForeign(name))
  if (existing?.metadata?.deletionTimestamp !== undefined) return withShoot(existing, binding)

  const result = await applyChanges(context, work, signal)
  // Before its status names the shoot, the Cluster may disappear without a deletion of the shoot.
  if (result.shoot !== null && cluster.status?.shootRef === undefined)
    await deleteOrphanedShoot(context, cluster, result.shoot, signal)
  return result
}

async function applyChanges(context: ClusterContext, work: ShootWork, signal: AbortSignal): Promise<ReconciledShoot> {
  const { cluster, binding, claim, selector, existing } = work
  const profile = await readProfile(context, cluster, signal)
  // Keeps the last refusal, so that the same write is not repeated.
  const refused = { refusal: cluster.status?.refusal ?? null }
  if ('problem' in profile) return { ...blockedBy(existing, binding, 'no-profile', profile.problem), ...refused }
  const order = { ...work, namespace: context.project.namespace, profile, now: context.now() }
  const planned = planShoot(order)
  if ('problem' in planned) return blockedBy(existing, binding, 'refused', planned.problem)
  const zones = cluster.spec.infrastructure?.numberOfZones ?? 1
  const { manifest, forbidden, needed } =
    existing === null ? { ...planned, forbidden: [], needed: true } : resolveChanges(planned.manifest, existing, zones)
  if (existing !== null && !needed) return withShoot(existing, binding, applied(cluster, forbidden))
  const written = await writeShoot(context, { cluster, existing, manifest, binding, claim, selector, profile }, signal)
  if ('shoot' in written) return withShoot(written.shoot, binding, applied(cluster, forbidden))
  if ('unwanted' in written) return existing === null ? without() : withShoot(existing, binding)
  if ('unfit' in written)
    return without(clusterFinding('ClusterProvisioned', 'False', written.unfit.reason, written.unfit.message))
  if ('conflict' in written) return { ...blockedBy(existing, binding, 'conflicts', written.conflict), ...refused }
  const { refusal } = written
  return { ...blockedBy(existing, binding, 'refused', [...forbidden, refusal.message].join(' ')), refusal }
}

function without(...findings: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot: null, findings, refusal: null }
}

function withShoot(shoot: LiveShoot, { kind, name }: BindingRef, ...more: readonly ClusterFinding[]): ReconciledShoot {
  return { shoot, findings: [provisionedBy(shoot, `${kind} ${name}`), ...more], refusal: null }
}

/** Reasons for a missing shoot and for an outdated one. */
const BLOCKED_REASONS = {
  refused: { made: 'ShootRefused', changed: 'ChangeForbidden' },
  conflicts: { made: 'ShootConflicts', changed: 'ChangeConflicts' },
  'no-profile': { made: 'CloudProfileUnavailable', changed: 'CloudProfileUnavailable' },
} as const

function blockedBy(
  existing: LiveShoot | null,
  binding: BindingRef,
  by: keyof typeof BLOCKED_REASONS,
  message: string,
): ReconciledShoot {
  const { made, changed } = BLOCKED_REASONS[by]
  if (existing === null) return without(clusterFinding('ClusterProvisioned', 'False', made, message))
  return withShoot(existing, binding, clusterFinding('SpecApplied', 'False', changed, message))
}

function applied({ spec: { oidcConfig } }: Cluster, forbidden: readonly string[]): ClusterFinding {
  if (forbidden.length > 0) return clusterFinding('SpecApplied', 'False', 'ChangeForbidden', forbidden.join(' '))
  const note = oidcConfig === undefined ? null : authenticationNote(oidcConfig)
  return clusterFinding('SpecApplied', 'True', 'Applied', note ?? 'Shoot matches the Cluster spec.')
}

/** The part of a wanted shoot that can be applied to the existing one. */
interface ResolvedChanges {
  /** Manifest to apply, with the present values of immutable fields. */
  readonly manifest: ShootManifest
  /** A sentence per change that Gardener forbids; retries are futile. */
  readonly forbidden: readonly string[]
  /**
   * Whether the shoot differs from the manifest, or belongs to an earlier generation of the
   * Cluster.
   */
  readonly needed: boolean
}

/** Immutable fields of a shoot (Gardener: ValidateShootUpdate) and their messages. */
const FIXED: readonly { readonly path: readonly string[]; says(has: string, wanted: string): string }[] = [
  { path: ['provider', 'type'], says: (has, wanted) => `The shoot runs on ${has} and cannot move to ${wanted}.` },
  { path: ['region'], says: (has, wanted) => `The shoot is in region ${has} and cannot move to ${wanted}.` },
  { path: ['cloudProfile', 'name'], says: has => `The shoot keeps its CloudProfile ${has}.` },
  { path: ['networking', 'type'], says: has => `The shoot keeps its network type ${has}.` },
  { path: ['networking', 'nodes'], says: has => `The shoot keeps its network of nodes ${has}.` },
  { path: ['networking', 'pods'], says: has => `The shoot keeps its network of pods ${has}.` },
  { path: ['networking', 'services'], says: has => `The shoot keeps its network of services ${has}.` },
]

/**
 * Compares a wanted shoot with the existing one that it was planned for. `zones`: number in the
 * Cluster, since the plan never has fewer than the shoot.
 */
export function resolveChanges(wanted: ShootManifest, existing: LiveShoot, zones: number): ResolvedChanges {
  const forbidden: string[] = []
  let { spec } = wanted
  const has = existing.spec ?? {}
  for (const { path, says } of FIXED) {
    const [value, target] = [valueAt(has, path), valueAt(spec, path)]
    if (typeof value !== 'string' || value === '' || value === target) continue
    spec = withSpecValue(spec, path, value)
    forbidden.push(says(value, String(target)))
  }
  // Another provider implies another account, machines and networks, so nothing else is comparable.
  if (has.provider?.type !== undefined && has.provider.type !== wanted.spec.provider.type)
    return { manifest: wanted, forbidden: forbidden.slice(0, 1), needed: false }
  const account = immutableBinding(spec, existing)
  if (account.says !== null) forbidden.push(account.says)
  spec = withInfrastructure(account.spec, existing, forbidden)
  const zonesNow = has.provider?.workers?.[0]?.zones?.length ?? 0
  if (zonesNow > zones)
    forbidden.push(`The shoot keeps its ${zonesNow} zones: Gardener adds zones but cannot remove any.`)
  const manifest = { ...wanted, spec }
  return { manifest, forbidden, needed: isOlder(wanted, existing) || !covers(existing, comparable(manifest)) }
}

/**
 * A CredentialsBinding may replace a SecretBinding; the server checks that both belong to one
 * account.
 */
function immutableBinding(spec: ShootSpec, { spec: has = {} }: LiveShoot): { spec: ShootSpec; says: string | null } {
  const { secretBindingName, credentialsBindingName, ...rest } = spec
  const says = (kind: string, name: string) => `The shoot keeps its account, that of ${kind} ${name}.`
  if (has.credentialsBindingName && credentialsBindingName !== has.credentialsBindingName) {
    const merged = { ...rest, credentialsBindingName: has.credentialsBindingName }
    return { spec: merged, says: says('CredentialsBinding', has.credentialsBindingName) }
  }
  if (has.secretBindingName && secretBindingName !== undefined && secretBindingName !== has.secretBindingName) {
    const merged = { ...rest, secretBindingName: has.secretBindingName }
    return { spec: merged, says: says('SecretBinding', has.secretBindingName) }
  }
  return { spec, says: null }
}

function withInfrastructure(spec: ShootSpec, existing: LiveShoot, forbidden: string[]): ShootSpec {
  const has = existing.spec?.provider?.infrastructureConfig
  const wanted = spec.provider.infrastructureConfig
  if (has === undefined || wanted === undefined) return spec
  const infrastructureConfig = mergeNetworks(has, wanted)
  if (isDeepStrictEqual(infrastructureConfig, wanted)) return spec
  forbidden.push('The shoot keeps the networks it was created with.')
  return { ...spec, provider: { ...spec.provider, infrastructureConfig } }
}

function withSpecValue(spec: ShootSpec, path: readonly string[], value: string): ShootSpec {
  return withValue({ ...spec }, path, value) as unknown as ShootSpec
}

/** Omits fields that the server changes, and the generation, whose increase alone is no difference. */
function comparable({ metadata: { annotations, labels }, spec }: ShootManifest) {
  const { [SHOOT_ANNOTATIONS.runtimeGeneration]: _, ...rest } = annotations
  return { metadata: { annotations: rest, labels }, spec }
}

function isOlder({ metadata }: ShootManifest, existing: LiveShoot): boolean {
  const applied = Number(existing.metadata?.annotations?.[SHOOT_ANNOTATIONS.runtimeGeneration] ?? Number.NaN)
  return !(applied >= Number(metadata.annotations[SHOOT_ANNOTATIONS.runtimeGeneration]))
}

/** Immutable fields of infrastructure configurations of provider extensions. */
const FIXED_NETWORKS: readonly (readonly string[])[] = [
  ['networks', 'vpc', 'cidr'],
  ['networks', 'vpc', 'id'],
  ['networks', 'vnet', 'cidr'],
  ['networks', 'vnet', 'name'],
  ['networks', 'workers'],
  ['floatingPoolName'],
]
const ZONES_PATH = ['networks', 'zones']
const FIXED_OF_ZONE = ['workers', 'public', 'internal', 'cidr']

/**
 * Merges the infrastructureConfig of an existing shoot: networks stay, zones keep their order and
 * networks, new zones follow. Other fields, such as NAT gateways, are as wanted.
 */
function mergeNetworks(has: Config, wanted: Config): Config {
  let merged = wanted
  for (const path of FIXED_NETWORKS) {
    const value = valueAt(has, path)
    if (value !== undefined && !isDeepStrictEqual(value, valueAt(merged, path))) merged = withValue(merged, path, value)
  }
  const zones = mergeZones(zonesOf(has), zonesOf(merged))
  return zones.length === 0 ? merged : withValue(merged, ZONES_PATH, zones)
}

function mergeZones(has: readonly Config[], wanted: readonly Config[]): readonly Config[] {
  const merged = has.map(zone => {
    const target = wanted.find(({ name }) => name === zone.name) ?? zone
    const networks = FIXED_OF_ZONE.filter(field => zone[field] !== undefined).map(field => [field, zone[field]])
    return { ...target, ...Object.fromEntries(networks) }
  })
  const names = new Set(has.map(({ name }) => name))
  return [...merged, ...wanted.filter(({ name }) => !names.has(name))]
}

function zonesOf(config: Config): readonly Config[] {
  const zones = valueAt(config, ZONES_PATH)
  return Array.isArray(zones) ? zones.filter(isRecord) : []
}
