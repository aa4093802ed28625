import { isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import { CLUSTER_ROLE_BINDINGS } from '#lib/operators/kubeconfig/inside/cluster-resources.ts'
import { listAll, MOST_INSIDE } from '#lib/operators/kubeconfig/inside/list-all.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { administratorChanges, administratorSelector, type ClusterRoleBindingObject } from './administrators.ts'

type Inside = Pick<OpenTarget, 'client'>

/** Makes exactly the named people administrators of an open cluster, for one Cluster. Throws GardenError. */
export async function grantAdministrators(
  { client }: Inside,
  clusterUid: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const collection = {
    resource: CLUSTER_ROLE_BINDINGS,
    namespace: null,
    labelSelector: administratorSelector(clusterUid),
  }
  const existing = await listAll<ClusterRoleBindingObject>(client, collection, signal, MOST_INSIDE)
  const { add, remove } = administratorChanges(names, existing, clusterUid)
  for (const binding of remove) await drop({ client }, binding, signal)
  for (const binding of add) await create({ client }, binding, clusterUid, signal)
}

async function create(
  { client }: Inside,
  binding: ClusterRoleBindingObject,
  clusterUid: string,
  signal: AbortSignal,
): Promise<void> {
  const make = () => client.create({ resource: CLUSTER_ROLE_BINDINGS, namespace: null }, binding, { signal })
  const isNew = await make().then(() => true, unless(isAlreadyThere))
  if (isNew) return
  const name = binding.metadata?.name ?? ''
  const there = await client.get<ClusterRoleBindingObject>(placeOf(name), { signal }).catch(unless(isNotFound))
  const users = binding.subjects?.flatMap(({ name: user }) => user ?? []) ?? []
  // Another operator's, made in the same moment.
  if (there && administratorChanges(users, [there], clusterUid).add.length === 0) return
  // One of ours that somebody took the labels from.
  if (there) await drop({ client }, there, signal)
  await make().catch(unless(isAlreadyThere))
}

async function drop({ client }: Inside, { metadata }: ClusterRoleBindingObject, signal: AbortSignal): Promise<void> {
  const only = metadata?.uid === undefined ? { signal } : { uid: metadata.uid, signal }
  await client.delete(placeOf(metadata?.name ?? ''), only).catch(unless(isNotFound))
}

function placeOf(name: string) {
  return { resource: CLUSTER_ROLE_BINDINGS, namespace: null, name }
}

function unless(isFine: (error: unknown) => boolean): (error: unknown) => null {
  return error => {
    if (!isFine(error)) throw error
    return null
  }
}
