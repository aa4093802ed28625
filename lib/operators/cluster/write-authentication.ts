import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { authenticationData, authenticationName } from './authentication.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { FIELD_MANAGER, type ShootManifest } from './shoot-manifest.ts'
import { SHOOT_ANNOTATIONS } from './shoot-metadata.ts'

/** What Gardener is asked to do with a shoot; it takes the annotation away when it has heard. */
const OPERATION = 'gardener.cloud/operation'

/** These ask for no more than a reconciliation does, or are of yesterday: Gardener takes a `retry` away only from a shoot that has failed. */
const REPLACEABLE: ReadonlySet<string> = new Set(['reconcile', 'retry'])

interface AuthenticationOrder {
  readonly cluster: Cluster
  readonly manifest: ShootManifest
  readonly existing: LiveShoot | null
}

/**
 * The manifest as it has to be applied: Gardener reads the ConfigMap of a shoot only when it reconciles that, and no change of the
 * ConfigMap makes it do so (1.150). The hash of what it was told to take up goes with the order, in one write.
 */
export function withReconciliation(order: AuthenticationOrder): ShootManifest {
  const { manifest } = order
  if (!isTakenUpByOrder(order)) return manifest
  const annotations = { ...manifest.metadata.annotations, [OPERATION]: 'reconcile' }
  return { ...manifest, metadata: { ...manifest.metadata, annotations } }
}

/** What somebody else asked of the shoot and Gardener has not begun, where an order of ours would replace it; null when nothing. */
export function operationInTheWay(order: AuthenticationOrder): string | null {
  const operation = order.existing?.metadata?.annotations?.[OPERATION]
  return operation === undefined || REPLACEABLE.has(operation) || !isTakenUpByOrder(order) ? null : operation
}

/**
 * Writes the ConfigMap; it has to be there before the shoot that names it. Before its content changes the shoot forgets which one it
 * has: whatever comes in between, also the way back to that one, is then a change to take up. Throws GardenError.
 */
export async function writeAuthentication(
  { garden, project: { namespace } }: Pick<ClusterContext, 'garden' | 'project'>,
  order: AuthenticationOrder,
  signal: AbortSignal,
): Promise<void> {
  const { cluster, manifest, existing } = order
  const { oidcConfig } = cluster.spec
  if (oidcConfig === undefined) return
  const { name } = manifest.metadata
  if (isTakenUpByOrder(order) && hashOf(existing) !== undefined) {
    const { resourceVersion = '' } = existing?.metadata ?? {}
    const change = { metadata: { annotations: { [SHOOT_ANNOTATIONS.authentication]: null } } }
    await garden.patch({ resource: SHOOTS, namespace, name }, change, { resourceVersion, signal })
  }
  const place = { resource: CONFIG_MAPS, namespace, name: authenticationName(name) }
  const config = { data: { ...authenticationData(oidcConfig) } }
  await garden.apply(place, config, { manager: FIELD_MANAGER, force: true, signal })
}

/** Whether the content changes under a shoot whose spec stays; a new name in its spec Gardener sees by itself. */
function isTakenUpByOrder({ manifest, existing }: AuthenticationOrder): boolean {
  const wanted = manifest.metadata.annotations[SHOOT_ANNOTATIONS.authentication]
  const named = existing?.spec?.kubernetes?.kubeAPIServer?.structuredAuthentication?.configMapName
  return wanted !== undefined && named === authenticationName(manifest.metadata.name) && hashOf(existing) !== wanted
}

function hashOf(shoot: LiveShoot | null): string | undefined {
  return shoot?.metadata?.annotations?.[SHOOT_ANNOTATIONS.authentication]
}
