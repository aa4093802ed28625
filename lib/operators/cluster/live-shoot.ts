import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { isRecord } from '#lib/hap/document.ts'
import type { ClusterExtensions } from '#lib/operators/api/cluster.ts'
import type { Config } from './merge-config.ts'

/** Fields of a shoot that a Cluster depends on. Every field may be missing. */
export interface LiveShoot extends KubeObject {
  spec?: {
    cloudProfile?: { kind?: string; name?: string }
    credentialsBindingName?: string
    secretBindingName?: string
    region?: string
    purpose?: string
    kubernetes?: {
      version?: string
      kubeAPIServer?: { structuredAuthentication?: { configMapName?: string } }
    }
    networking?: { type?: string; nodes?: string; pods?: string; services?: string }
    extensions?: ShootExtension[]
    provider?: {
      type?: string
      infrastructureConfig?: Config
      controlPlaneConfig?: Config
      workers?: { name?: string; zones?: string[] }[]
    }
  }
  status?: ShootStatus
}

/** Status of a shoot (types_shoot.go). */
export interface ShootStatus {
  hibernated?: boolean
  observedGeneration?: number
  lastOperation?: { type?: string; state?: string; progress?: number; description?: string; lastUpdateTime?: string }
  lastErrors?: { codes?: string[]; description?: string; lastUpdateTime?: string }[]
  conditions?: ShootCondition[]
}

/**
 * Condition of a shoot. Its status may be `Progressing`: Gardener waits before it changes from true
 * to false.
 */
export interface ShootCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
}

/** Entry of `spec.extensions`. */
export interface ShootExtension {
  readonly type: string
  readonly disabled?: boolean
  readonly providerConfig?: Config
}

const NETWORKING_FILTER = 'shoot-networking-filter'

/**
 * Drops outgoing traffic to blocked addresses (extension shoot-networking-filter, configured as in
 * KIM).
 */
const FILTER_CONFIG: Config = {
  apiVersion: 'shoot-networking-filter.extensions.config.gardener.cloud/v1alpha1',
  kind: 'Configuration',
  egressFilter: { blackholingEnabled: true },
}

/**
 * Extensions of a Cluster: always the networking filter, disabled by the seed's flag, and all
 * others by type, as `{ "shoot-dns-service": { providerConfig: {…} }, … }`; omits entries that are
 * no mapping.
 */
export function wantedExtensions({ shootNetworkingFilterDisabled = false, ...others }: ClusterExtensions = {}) {
  const filter: ShootExtension = {
    type: NETWORKING_FILTER,
    disabled: shootNetworkingFilterDisabled,
    providerConfig: FILTER_CONFIG,
  }
  const named = Object.entries(others).flatMap(([type, value]) => (isRecord(value) ? [{ ...value, type }] : []))
  const overridden = named.find(({ type }) => type === NETWORKING_FILTER)
  const rest: readonly ShootExtension[] = named.filter(({ type }) => type !== NETWORKING_FILTER)
  return [{ ...filter, ...overridden }, ...rest]
}

/**
 * Merges the list of extensions. Applying writes the whole list, since it has no keys: extensions
 * of others stay, former ones of the Cluster are removed.
 */
export function mergedExtensions(
  existing: readonly ShootExtension[],
  wanted: readonly ShootExtension[],
  ours: ReadonlySet<string>,
): readonly ShootExtension[] {
  const types = new Set(wanted.map(({ type }) => type))
  return [...existing.filter(({ type }) => !types.has(type) && !ours.has(type)), ...wanted]
}
