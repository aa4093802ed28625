import { CLUSTER_CREATION } from './cluster-creation.ts'
import { type CreateResult, createResource } from './create-resource.ts'
import type { ProvedCall, ResourceContext } from './resource-context.ts'

/** Asks for a cluster, or brings one. Throws RefusedError, AuditError, GardenError. */
export function createCluster(context: ResourceContext, call: ProvedCall): Promise<CreateResult> {
  return createResource(context, CLUSTER_CREATION, call)
}
