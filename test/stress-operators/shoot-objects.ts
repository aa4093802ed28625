import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import { KUBECONFIG_LABELS } from '#lib/operators/api/resources.ts'
import { selectorOf } from '#lib/operators/kubeconfig/names.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { inParallel } from '../stress/landscape.ts'

const KINDS: readonly Resource[] = [
  CLUSTER_ROLE_BINDINGS,
  ROLE_BINDINGS,
  SECRETS,
  SERVICE_ACCOUNTS,
  CLUSTER_ROLES,
  ROLES,
]

interface ShootObject {
  readonly resource: Resource
  readonly metadata: NonNullable<KubeObject['metadata']>
  /** uid of its KubeconfigRequest. */
  readonly request: string
}

/** All objects in a shoot with the label of an installation of the operators. */
export async function shootObjects(client: GardenClient, installation: string): Promise<readonly ShootObject[]> {
  const labelSelector = selectorOf(installation)
  const lists = await Promise.all(
    KINDS.map(async resource => {
      const objects = await listAll<KubeObject>(client, { resource, namespace: null, labelSelector })
      return objects.map(({ metadata = {} }) => ({
        resource,
        metadata,
        request: metadata.labels?.[KUBECONFIG_LABELS.request] ?? '',
      }))
    }),
  )
  return lists.flat()
}

/** Deletes all of them, without the operators. */
export async function clearShoot(client: GardenClient, installation: string): Promise<void> {
  await inParallel(await shootObjects(client, installation), 8, async ({ resource, metadata }) => {
    await client.delete({ resource, namespace: metadata.namespace ?? null, name: metadata.name ?? '' })
  })
}
