import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CLUSTER_ROLE_BINDINGS } from '#lib/operators/kubeconfig/inside/cluster-resources.ts'
import { listAll } from '#lib/operators/kubeconfig/inside/list-all.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { openTarget, type TargetOpener } from '#lib/operators/target/open-target.ts'
import { administratorChanges, administratorSelector, type ClusterRoleBindingObject } from './administrators.ts'
import type { ClusterContext } from './cluster-context.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'

export interface KeptAdministrators {
  readonly finding: ClusterFinding
  /** Those who are administrators now; as before where nobody could look. */
  readonly names: readonly string[]
}

/**
 * Makes exactly the named people administrators of a cluster. It is opened only when that is not known to be so: each time costs
 * Gardener a certificate. Throws GardenError unless the cluster itself is the reason; then the condition says so.
 */
export async function keepAdministrators(
  { opener }: Pick<ClusterContext, 'opener'>,
  cluster: Cluster,
  place: TargetPlace,
  signal: AbortSignal,
): Promise<KeptAdministrators> {
  const { spec, status } = cluster
  const wanted = spec.administrators ?? []
  const before = status?.administrators ?? []
  if (isKnown(cluster, place) && isSame(before, granted(wanted))) return { finding: bound(before), names: before }
  try {
    const refused = await inside(opener, place, signal, client => grant(client, cluster, wanted, signal))
    if (refused.length === 0) return { finding: bound(wanted), names: granted(wanted) }
    const message = `${refused.join(', ')} would open the cluster to more than a person, and gets no access.`
    return { finding: finding('False', 'AccessNotGranted', message), names: granted(wanted) }
  } catch (error) {
    const reason = error instanceof GardenError ? REASONS[error.kind] : undefined
    if (!(error instanceof GardenError) || reason === undefined) throw error
    return { finding: finding('False', reason, error.message), names: before }
  }
}

async function inside<T>(
  opener: TargetOpener,
  place: TargetPlace,
  signal: AbortSignal,
  work: (client: GardenClient) => Promise<T>,
): Promise<T> {
  const { client, close } = await openTarget(opener, place, signal)
  try {
    return await work(client)
  } finally {
    close()
  }
}

type Inside = Pick<GardenClient, 'page' | 'create' | 'delete'>

/** Takes all administrators of a Cluster out of a cluster, open as `client`, that goes on without it. Throws GardenError. */
export async function removeAdministrators(client: Inside, cluster: Cluster, signal: AbortSignal): Promise<void> {
  await grant(client, cluster, [], signal)
}

async function grant(
  client: Inside,
  { metadata: { uid } }: Cluster,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const collection = { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector: administratorSelector(uid) }
  const existing = await listAll<ClusterRoleBindingObject>(client, collection, signal)
  const { add, remove, refused } = administratorChanges(names, existing, uid)
  for (const { metadata } of remove) {
    const target = { resource: CLUSTER_ROLE_BINDINGS, namespace: null, name: metadata?.name ?? '' }
    const only = metadata?.uid === undefined ? { signal } : { uid: metadata.uid, signal }
    await client.delete(target, only).catch(unless(isNotFound))
  }
  for (const binding of add)
    await client
      .create({ resource: CLUSTER_ROLE_BINDINGS, namespace: null }, binding, { signal })
      .catch(unless(isAlreadyThere))
  return refused
}

function unless(isFine: (error: unknown) => boolean): (error: unknown) => void {
  return error => {
    if (!isFine(error)) throw error
  }
}

const REASONS: Readonly<Partial<Record<GardenError['kind'], ClusterReason<'AdministratorsReady'>>>> = {
  unreachable: 'ClusterUnreachable',
  timeout: 'ClusterUnreachable',
  unavailable: 'ClusterUnreachable',
  unauthenticated: 'ClusterRefused',
  forbidden: 'ClusterRefused',
  invalid: 'ClusterRefused',
}

function isKnown({ metadata: { generation }, status }: Cluster, place: TargetPlace): boolean {
  // Another kubeconfig may lead to another cluster.
  if (place.by === 'secret' && place.version !== status?.kubeconfigVersion) return false
  const condition = findCondition(status?.conditions, 'AdministratorsReady')
  return condition?.observedGeneration === generation && condition.reason === 'AdministratorsBound'
}

function granted(names: readonly string[]): readonly string[] {
  return administratorChanges(names, [], '').add.flatMap(
    ({ subjects }) => subjects?.flatMap(({ name }) => name ?? []) ?? [],
  )
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, place) => name === b[place])
}

function bound(names: readonly string[]): ClusterFinding {
  const count = names.length === 0 ? 'Nobody is' : names.length === 1 ? 'One person is' : `${names.length} people are`
  return finding('True', 'AdministratorsBound', `${count} administrator of the cluster.`)
}

function finding(
  status: 'True' | 'False',
  reason: ClusterReason<'AdministratorsReady'>,
  message: string,
): ClusterFinding {
  return clusterFinding('AdministratorsReady', status, reason, message)
}
