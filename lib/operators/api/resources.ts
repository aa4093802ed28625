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
