import type { Resource } from '#lib/garden/resources/resource.ts'

/** A Kubernetes cluster to be made, or one that somebody brings (seed 004). */
export const CLUSTERS: Resource = {
  group: 'operator.kyma-project.io',
  version: 'v1alpha1',
  plural: 'clusters',
  kind: 'Cluster',
}

/** A hyperscaler account somebody needs (seed 004). */
export const SUBSCRIPTION_REQUESTS: Resource = {
  group: 'control-plane.kyma-project.io',
  version: 'v1alpha1',
  plural: 'subscriptionrequests',
  kind: 'SubscriptionRequest',
}

/** Access to a cluster, no more than it says (seed 004). */
export const KUBECONFIG_REQUESTS: Resource = {
  group: 'operator.kyma-project.io',
  version: 'v1alpha1',
  plural: 'kubeconfigrequests',
  kind: 'KubeconfigRequest',
}

/** Annotations of a KubeconfigRequest (seed 004); values are text, and only `"true"` asks for something. */
export const ROTATE_ANNOTATION = 'operator.kyma-project.io/rotate'
/** Wins over rotate, and stays. */
export const REVOKE_ANNOTATION = 'operator.kyma-project.io/revoke'

/**
 * Annotation of a Cluster that was brought and is being deleted, named as Gardener's confirmation is: with `"true"` it goes though
 * nobody could take our access out of its cluster.
 */
export const ABANDON_ANNOTATION = 'confirmation.operator.kyma-project.io/abandon-access'

/** Each keeps its object until the operator has cleared up behind it. */
export const CLUSTER_FINALIZER = 'operator.kyma-project.io/cluster'
export const SUBSCRIPTION_FINALIZER = 'control-plane.kyma-project.io/subscription'
export const KUBECONFIG_FINALIZER = 'operator.kyma-project.io/kubeconfig'

/** Labels of a Cluster as the seed writes them; the plan picks the rule, the rest goes to the shoot. */
export const CLUSTER_LABELS = {
  plan: 'plan',
  globalAccount: 'globalaccountid',
  subaccount: 'subaccountid',
  instance: 'instanceid',
} as const
