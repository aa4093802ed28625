import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster, ClusterReason } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS, CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest, SubscriptionRequestSpec } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { controllerReference, isControlledBy, isTerminating } from '#lib/operators/framework/object-helpers.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import { type ClusterContext, OPERATOR } from './cluster-context.ts'
import { covers } from './merge-config.ts'
import { type ClusterFinding, clusterFinding } from './write-cluster-status.ts'

/** Account of a Cluster and the condition SubscriptionReady. */
interface AccountOfCluster {
  readonly binding: BindingRef | null
  /** Id of the claim. */
  readonly claim?: string
  /**
   * Whether the Cluster changed its request before its status named the account; afterwards the
   * fields are immutable.
   */
  readonly isOutdated?: boolean
  readonly finding: ClusterFinding
}

/** Applies the SubscriptionRequest of a Cluster and reads the account from it. */
export async function bindAccount(
  { control, requests }: ClusterContext,
  cluster: Cluster,
  shoot: string,
  signal: AbortSignal,
): Promise<AccountOfCluster> {
  const wanted = subscriptionOfCluster(cluster, shoot)
  if (wanted === null) return { binding: null, finding: account('True', 'NotNeeded', 'The cluster is imported.') }
  const key = keyOf(cluster)
  const known = requests.get(key)
  if (known !== null && !isControlledBy(known, cluster))
    return { binding: null, finding: account('False', 'SubscriptionRefused', taken(cluster)) }
  const isBound = known?.status?.bindingRef !== undefined
  const isAsWanted =
    known !== null && covers(known, { metadata: { labels: wanted.metadata?.labels }, spec: wanted.spec })
  // A request with an account is immutable.
  if (isAsWanted || isBound) {
    const isOutdated = cluster.status?.bindingRef === undefined && !isForSame(known.spec, wanted.spec)
    return { ...accountBy(known, !covers(known, { spec: wanted.spec })), isOutdated }
  }
  const place = { resource: SUBSCRIPTION_REQUESTS, ...key }
  try {
    const options = { manager: OPERATOR, force: true, signal }
    return accountBy(await control.apply<SubscriptionRequest>(place, wanted, options), false)
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    const finding = error.isTransient
      ? account('Unknown', 'ControlPlaneUnavailable', error.message)
      : account('False', 'SubscriptionRefused', error.message)
    return { binding: null, finding }
  }
}

/** Compares the fields that are immutable once a Cluster has its account. */
function isForSame(asked: SubscriptionRequestSpec, wanted: SubscriptionRequestSpec): boolean {
  const [then, now] = [asked, wanted].map(({ subscriptionSelector, euAccess = false, platformRegion = '' }) =>
    JSON.stringify([subscriptionSelector, euAccess, platformRegion]),
  )
  return then === now
}

/** `isOther`: the Cluster requests something else now. */
function accountBy(request: SubscriptionRequest | null, isOther: boolean): AccountOfCluster {
  // Its account is released, even if the status still names it.
  if (request !== null && isTerminating(request))
    return {
      binding: null,
      finding: account('False', 'SubscriptionReleasing', 'The SubscriptionRequest is being deleted.'),
    }
  const { bindingRef, claim, conditions, gardenerSecretName } = request?.status ?? {}
  const ready = findCondition(conditions, 'Ready')
  if (ready?.status === 'True' && bindingRef !== undefined) {
    const stays = isOther ? ' It is kept, although the Cluster now requests another one.' : ''
    const message = `The account is ${gardenerSecretName}.${stays}`
    const finding = account('True', 'SubscriptionBound', message)
    return { binding: bindingRef, ...(claim !== undefined && { claim }), finding }
  }
  const reason = REASONS[ready?.reason ?? ''] ?? 'SubscriptionRequested'
  return { binding: null, finding: account('False', reason, ready?.message ?? 'Account requested.') }
}

/** Applied configuration of a SubscriptionRequest. */
interface SubscriptionManifest extends KubeObject {
  readonly spec: SubscriptionRequestSpec
}

/**
 * Builds the SubscriptionRequest of a Cluster: same name, owned by it, with all fields that decide
 * on the account. Null for an imported Cluster, which needs no account. `shoot`: present or future
 * name of the shoot.
 */
export function subscriptionOfCluster(
  cluster: Pick<Cluster, 'metadata' | 'spec'>,
  shoot: string,
): SubscriptionManifest | null {
  const { core, infrastructure, euAccess } = cluster.spec
  if (core === undefined || infrastructure === undefined) return null
  const { name, namespace, labels = {} } = cluster.metadata
  const { provider, subscriptionSelector } = infrastructure
  const plan = labels[CLUSTER_LABELS.plan]
  return {
    metadata: {
      name,
      namespace,
      labels: passedOn(labels),
      ownerReferences: [controllerReference(cluster, CLUSTERS)],
    },
    spec: {
      provider,
      subscriptionSelector,
      region: core.region,
      cluster: shoot,
      ...(plan !== undefined && { plan }),
      ...(core.platformRegion !== undefined && { platformRegion: core.platformRegion }),
      ...(euAccess !== undefined && { euAccess }),
    },
  }
}

/** Passes on the labels of the seed. */
function passedOn(labels: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.values(CLUSTER_LABELS)
  return Object.fromEntries(Object.entries(labels).filter(([key]) => known.some(label => label === key)))
}

const REASONS: Readonly<Record<string, ClusterReason<'SubscriptionReady'>>> = {
  PoolEmpty: 'SubscriptionWaiting',
  Refused: 'SubscriptionRefused',
  Failed: 'SubscriptionRefused',
  Releasing: 'SubscriptionReleasing',
}

function account(
  status: ClusterFinding['status'],
  reason: ClusterReason<'SubscriptionReady'>,
  message: string,
): ClusterFinding {
  return clusterFinding('SubscriptionReady', status, reason, message)
}

function taken({ metadata: { name } }: Cluster): string {
  return `SubscriptionRequest ${name} already exists and does not belong to this Cluster. Delete it, or give the Cluster another name.`
}
