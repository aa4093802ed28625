import { createHash } from 'node:crypto'
import { isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { CLUSTER_ROLE_BINDINGS, listAll, MAX_INSIDE } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import { MANAGED_BY } from './shoot-metadata.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** A ClusterRoleBinding as a cluster sends it. */
export interface ClusterRoleBindingObject extends KubeObject {
  roleRef?: { apiGroup?: string; kind?: string; name?: string }
  subjects?: { apiGroup?: string; kind?: string; name?: string; namespace?: string }[]
}

type Inside = Pick<OpenTarget, 'client'>

/**
 * Makes exactly the named users administrators of an open cluster, on behalf of one Cluster. Throws
 * GardenError.
 */
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
  const existing = await listAll<ClusterRoleBindingObject>(client, collection, signal, MAX_INSIDE)
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
  // Another operator created the same binding concurrently.
  if (there && administratorChanges(users, [there], clusterUid).add.length === 0) return
  // A binding of this operator that lost its labels.
  if (there) await drop({ client }, there, signal)
  await make().catch(unless(isAlreadyThere))
}

async function drop({ client }: Inside, { metadata }: ClusterRoleBindingObject, signal: AbortSignal): Promise<void> {
  const only = metadata?.uid === undefined ? { signal } : { uid: metadata.uid, signal }
  await client.delete(placeOf(metadata?.name ?? ''), only).catch(unless(isNotFound))
}

/** Changes after which exactly the wanted users are administrators. */
interface AdministratorChanges {
  readonly add: readonly ClusterRoleBindingObject[]
  /** Removed first, since they may occupy the names of new bindings. */
  readonly remove: readonly ClusterRoleBindingObject[]
  /** Names that never become administrators. */
  readonly refused: readonly string[]
}

/** Label selector of the bindings of one Cluster. */
export function administratorSelector(clusterUid: string): string {
  return Object.entries(labelsOf(clusterUid))
    .map(([key, value]) => `${key}=${value}`)
    .join()
}

/**
 * Compares the wanted administrators with the existing bindings of administratorSelector().
 * Bindings of others stay untouched.
 */
export function administratorChanges(
  names: readonly string[],
  existing: readonly ClusterRoleBindingObject[],
  clusterUid: string,
): AdministratorChanges {
  const wanted = [...new Set(names.map(name => name.trim()))].filter(name => name !== '')
  // `system:anonymous` as administrator would open the cluster to everyone.
  const isSystem = (name: string) => name.startsWith('system:')
  const bindings = wanted.filter(name => !isSystem(name)).map(name => bindingOf(name, clusterUid))
  const right = new Map(bindings.map(binding => [binding.metadata?.name, binding]))
  const ours = existing.filter(binding => isOf(binding, clusterUid))
  const unchanged = ours.filter(binding => grantsTheSame(binding, right.get(binding.metadata?.name)))
  const unchangedNames = new Set(unchanged.map(({ metadata }) => metadata?.name))
  return {
    add: bindings.filter(({ metadata }) => !unchangedNames.has(metadata?.name)),
    remove: ours.filter(binding => !unchanged.includes(binding)),
    refused: wanted.filter(isSystem),
  }
}

function bindingOf(user: string, clusterUid: string): ClusterRoleBindingObject {
  const hash = createHash('sha256').update(`${clusterUid} ${user}`).digest('hex').slice(0, 16)
  return {
    metadata: { name: `hap-admin-${hash}`, labels: { ...labelsOf(clusterUid) } },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  }
}

function labelsOf(clusterUid: string): Readonly<Record<string, string>> {
  return { [MANAGED_BY.key]: MANAGED_BY.value, [SHOOT_ANNOTATIONS.clusterUid]: clusterUid }
}

function isOf({ metadata }: ClusterRoleBindingObject, clusterUid: string): boolean {
  return Object.entries(labelsOf(clusterUid)).every(([key, value]) => metadata?.labels?.[key] === value)
}

function grantsTheSame(has: ClusterRoleBindingObject, wanted: ClusterRoleBindingObject | undefined): boolean {
  // An imported cluster may send malformed objects.
  const [subject, ...others] = Array.isArray(has.subjects) ? has.subjects : []
  const target = wanted?.subjects?.[0]
  if (target === undefined || others.length > 0) return false
  const role = has.roleRef?.kind === wanted?.roleRef?.kind && has.roleRef?.name === wanted?.roleRef?.name
  return role && subject?.kind === target.kind && subject?.name === target.name
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
