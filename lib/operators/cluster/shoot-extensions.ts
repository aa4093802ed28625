import { isRecord } from '#lib/hap/document.ts'
import type { ClusterExtensions } from '#lib/operators/api/cluster.ts'
import type { Config } from './merge-config.ts'

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
