'use server'

import { streamWrite, textArgument, type Written } from '#app/(console)/server-action.ts'
import { runtime } from '#lib/runtime.ts'
import { deleteRequest, revokeKubeconfig, rotateKubeconfig } from '#lib/services/kubeconfigs/act-on-request.ts'
import { createRequest } from '#lib/services/kubeconfigs/create-request.ts'
import type { KubeconfigCall, KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { type ClusterRevocation, revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { createCluster } from '#lib/services/resources/cluster-creation.ts'
import type { CreateResult } from '#lib/services/resources/create-resource.ts'
import { deleteCluster, deleteSubscription } from '#lib/services/resources/delete-resource.ts'
import { type ProvedCall, type ResourceContext, requireControlPlane } from '#lib/services/resources/resource-call.ts'
import { createSubscription } from '#lib/services/resources/subscription-creation.ts'

// The services authorise, validate and record each attempt. The operators do the rest: `accepted`
// means that the control plane has the change.

/** The steps of a creation. */
export type CreationSteps = Promise<ReadableStream<Written<CreateResult>>>

/** The steps of a verb on an existing object. */
export type VerbSteps = Promise<ReadableStream<Written<{ readonly kind: 'accepted' }>>>

/** Creates a Cluster. */
export async function createClusterResource(order: unknown): CreationSteps {
  return changeResource(order, createCluster)
}

/** Creates a SubscriptionRequest. */
export async function createSubscriptionResource(order: unknown): CreationSteps {
  return changeResource(order, createSubscription)
}

/** Creates a KubeconfigRequest. */
export async function createKubeconfigResource(order: unknown): CreationSteps {
  return changeKubeconfig(order, createRequest)
}

/** Deletes a Cluster. */
export async function deleteClusterResource(name: unknown, order: unknown): VerbSteps {
  return changeResource(order, (context, call) => deleteCluster(context, call, textArgument(name)).then(accepted))
}

/** Deletes a SubscriptionRequest. */
export async function deleteSubscriptionResource(name: unknown, order: unknown): VerbSteps {
  return changeResource(order, (context, call) => deleteSubscription(context, call, textArgument(name)).then(accepted))
}

/** Deletes a KubeconfigRequest. */
export async function deleteKubeconfigResource(name: unknown, order: unknown): VerbSteps {
  return changeKubeconfig(order, (context, call) => deleteRequest(context, call, textArgument(name)).then(accepted))
}

/** Issues another kubeconfig for a KubeconfigRequest. */
export async function rotateAccess(name: unknown, order: unknown): VerbSteps {
  return changeKubeconfig(order, (context, call) => rotateKubeconfig(context, call, textArgument(name)).then(accepted))
}

/** Revokes the kubeconfig of a KubeconfigRequest. */
export async function revokeAccess(name: unknown, order: unknown): VerbSteps {
  return changeKubeconfig(order, (context, call) => revokeKubeconfig(context, call, textArgument(name)).then(accepted))
}

interface RevokedAccess extends ClusterRevocation {
  readonly kind: 'revoked'
}

/** Revokes all kubeconfigs of a cluster. */
export async function revokeClusterAccess(order: unknown): Promise<ReadableStream<Written<RevokedAccess>>> {
  return changeKubeconfig(order, async (context, call): Promise<RevokedAccess> => {
    return { kind: 'revoked', ...(await revokeCluster(context, call)) }
  })
}

const accepted = () => ({ kind: 'accepted' }) as const

function changeResource<Result>(
  input: unknown,
  change: (context: ResourceContext, call: ProvedCall) => Promise<Result>,
) {
  return streamWrite(async call => change(requireControlPlane(runtime().resources), { ...call, input }))
}

function changeKubeconfig<Result>(
  input: unknown,
  change: (context: KubeconfigContext, call: KubeconfigCall) => Promise<Result>,
) {
  return streamWrite(async call => change(requireControlPlane(runtime().kubeconfigs), { ...call, input }))
}
