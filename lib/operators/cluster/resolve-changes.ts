import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '#lib/hap/document.ts'
import { SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import type { LiveShoot } from './live-shoot.ts'
import { type Config, covers, valueAt, withValue } from './merge-config.ts'
import type { ShootManifest, ShootSpec } from './shoot-manifest.ts'

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
    forbidden.push(`The shoot keeps its ${zonesNow} zones: Gardener adds zones and takes none away.`)
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
  forbidden.push('The shoot keeps the networks it was made with.')
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
