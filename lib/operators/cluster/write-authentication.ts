import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { authenticationData, authenticationName } from './authentication.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { FIELD_MANAGER, type ShootManifest } from './shoot-manifest.ts'

/** Annotation that requests an operation of Gardener, which removes it on receipt. */
const OPERATION = 'gardener.cloud/operation'

/**
 * Operations that a reconciliation covers or that are outdated: Gardener removes a `retry` only
 * from a failed shoot.
 */
const REPLACEABLE: ReadonlySet<string> = new Set(['reconcile', 'retry'])

interface AuthenticationOrder {
  readonly cluster: Cluster
  readonly manifest: ShootManifest
  readonly existing: LiveShoot | null
}

/**
 * Adds a request for reconciliation to the manifest: Gardener reads the ConfigMap of a shoot only
 * during a reconciliation, and no change of the ConfigMap triggers one (1.150). The hash of the
 * content is part of the same write.
 */
export function withReconciliation(order: AuthenticationOrder): ShootManifest {
  const { manifest } = order
  if (!isTakenUpByOrder(order)) return manifest
  const annotations = { ...manifest.metadata.annotations, [OPERATION]: 'reconcile' }
  return { ...manifest, metadata: { ...manifest.metadata, annotations } }
}

/**
 * Operation that others requested, that Gardener has not begun and that this operator would
 * overwrite; null without one.
 */
export function operationInTheWay(order: AuthenticationOrder): string | null {
  const operation = order.existing?.metadata?.annotations?.[OPERATION]
  return operation === undefined || REPLACEABLE.has(operation) || !isTakenUpByOrder(order) ? null : operation
}

/**
 * Writes the ConfigMap, which must precede the shoot that names it. Before the content changes, the
 * shoot loses its hash, so that any later content, even the former one, counts as a change. Throws
 * GardenError.
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

/** Whether only the content changes; Gardener notices a changed name in the spec itself. */
function isTakenUpByOrder({ manifest, existing }: AuthenticationOrder): boolean {
  const wanted = manifest.metadata.annotations[SHOOT_ANNOTATIONS.authentication]
  const named = existing?.spec?.kubernetes?.kubeAPIServer?.structuredAuthentication?.configMapName
  return wanted !== undefined && named === authenticationName(manifest.metadata.name) && hashOf(existing) !== wanted
}

function hashOf(shoot: LiveShoot | null): string | undefined {
  return shoot?.metadata?.annotations?.[SHOOT_ANNOTATIONS.authentication]
}
