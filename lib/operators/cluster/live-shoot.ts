import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { isRecord } from '#lib/hap/document.ts'
import type { ClusterExtensions } from '#lib/operators/api/cluster.ts'
import type { Config } from './merge-config.ts'

/** A shoot as Gardener keeps it, as far as a Cluster depends on it. As everywhere, no field is trusted to be set. */
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

/** What Gardener tells of a shoot (types_shoot.go). */
export interface ShootStatus {
  hibernated?: boolean
  observedGeneration?: number
  lastOperation?: { type?: string; state?: string; progress?: number; description?: string; lastUpdateTime?: string }
  lastErrors?: { codes?: string[]; description?: string; lastUpdateTime?: string }[]
  conditions?: ShootCondition[]
}

/** Its status may also be `Progressing`: it was true, and Gardener waits a while before it calls it false. */
export interface ShootCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
}

/** An entry of a shoot's `spec.extensions`. */
export interface ShootExtension {
  readonly type: string
  readonly disabled?: boolean
  readonly providerConfig?: Config
}

const NETWORKING_FILTER = 'shoot-networking-filter'

/** Outgoing traffic to addresses on the block list goes nowhere (extension shoot-networking-filter, as KIM configures it). */
const FILTER_CONFIG: Config = {
  apiVersion: 'shoot-networking-filter.extensions.config.gardener.cloud/v1alpha1',
  kind: 'Configuration',
  egressFilter: { blackholingEnabled: true },
}

/**
 * Extensions a Cluster asks for: the networking filter always, disabled where the seed's flag says so, and everything else it names,
 * by type, as it is. In: `{ "shoot-dns-service": { providerConfig: {…} }, … }`; what is no mapping is left out.
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
 * The list as it shall be. Gardener has no keys in it, so that writing it writes all of it: what others added stays, what we added
 * before and is not wanted any more goes.
 */
export function mergedExtensions(
  existing: readonly ShootExtension[],
  wanted: readonly ShootExtension[],
  ours: ReadonlySet<string>,
): readonly ShootExtension[] {
  const types = new Set(wanted.map(({ type }) => type))
  return [...existing.filter(({ type }) => !types.has(type) && !ours.has(type)), ...wanted]
}
