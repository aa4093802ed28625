import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from './inside/cluster-resources.ts'
import { listAll } from './inside/list-all.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { LABELS, selectorOf } from './names.ts'

/** In the order of a revocation: what gives rights first. */
const KINDS: readonly Resource[] = [
  CLUSTER_ROLE_BINDINGS,
  ROLE_BINDINGS,
  SECRETS,
  SERVICE_ACCOUNTS,
  CLUSTER_ROLES,
  ROLES,
]

/**
 * Takes out of a cluster what belongs to no request any more, or to a revoked one: what an operator left that stood still while
 * another one cleared up. Requests are read after the cluster, so whatever is there belongs to one that is read, or to none.
 * Out: how many objects went. Throws GardenError.
 */
export async function sweepCluster(
  context: KubeconfigContext,
  place: TargetPlace,
  signal: AbortSignal,
): Promise<number> {
  const target = await openTarget(context, place, signal)
  try {
    const labelSelector = selectorOf(context.installation)
    const found: { resource: Resource; object: KubeObject }[] = []
    for (const resource of KINDS) {
      const objects = await listAll(target.client, { resource, namespace: null, labelSelector }, signal)
      found.push(...objects.map(object => ({ resource, object })))
    }
    if (found.length === 0) return 0
    const requests = await listAll<KubeconfigRequest>(
      context.control,
      { resource: KUBECONFIG_REQUESTS, namespace: null },
      signal,
    )
    const living = new Set(requests.filter(({ status }) => !status?.revokedAt).map(({ metadata }) => metadata.uid))
    const leftovers = found.filter(({ object }) => !living.has(object.metadata?.labels?.[LABELS.request] ?? ''))
    for (const { resource, object } of leftovers) {
      const { namespace = null, name = '', uid = '' } = object.metadata ?? {}
      try {
        await target.client.delete({ resource, namespace, name }, { uid, signal })
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    }
    return leftovers.length
  } finally {
    target.close()
  }
}
