import type { Resource } from '#lib/garden/resources/resource.ts'

/** A managed or imported Kubernetes cluster (seed 004). */
export const CLUSTERS: Resource = {
  group: 'operator.kyma-project.io',
  version: 'v1alpha1',
  plural: 'clusters',
  kind: 'Cluster',
}

/** A request for a hyperscaler account (seed 004). */
export const SUBSCRIPTION_REQUESTS: Resource = {
  group: 'control-plane.kyma-project.io',
  version: 'v1alpha1',
  plural: 'subscriptionrequests',
  kind: 'SubscriptionRequest',
}

/** A request for limited access to a cluster (seed 004). */
export const KUBECONFIG_REQUESTS: Resource = {
  group: 'operator.kyma-project.io',
  version: 'v1alpha1',
  plural: 'kubeconfigrequests',
  kind: 'KubeconfigRequest',
}

/** Requests a rotation (seed 004); only the text `"true"` counts. */
export const ROTATE_ANNOTATION = 'operator.kyma-project.io/rotate'
/** Requests a revocation; overrides rotate and is permanent. */
export const REVOKE_ANNOTATION = 'operator.kyma-project.io/revoke'

/**
 * Annotation of an imported Cluster that is being deleted, named after Gardener's confirmation:
 * `"true"` lets the Cluster go although the operator could not remove its access from the cluster.
 */
export const ABANDON_ANNOTATION = 'confirmation.operator.kyma-project.io/abandon-access'

/** Finalizers: each keeps its object until the operator has cleaned up. */
export const CLUSTER_FINALIZER = 'operator.kyma-project.io/cluster'
export const SUBSCRIPTION_FINALIZER = 'control-plane.kyma-project.io/subscription'
export const KUBECONFIG_FINALIZER = 'operator.kyma-project.io/kubeconfig'

/** Labels of a Cluster in the seed. The plan selects the rule; the shoot takes over the others. */
export const CLUSTER_LABELS = {
  plan: 'plan',
  globalAccount: 'globalaccountid',
  subaccount: 'subaccountid',
  instance: 'instanceid',
} as const

/**
 * Annotations that connect a shoot with its Cluster; the uid detects a recreated Cluster of the
 * same name.
 */
export const SHOOT_ANNOTATIONS = {
  cluster: 'operator.kyma-project.io/cluster',
  clusterUid: 'operator.kyma-project.io/cluster-uid',
  /** Comma-separated types of extensions from the Cluster. */
  extensions: 'operator.kyma-project.io/extensions',
  /**
   * Hash of the structured authentication that Gardener was asked to apply; missing = none or
   * unknown.
   */
  authentication: 'operator.kyma-project.io/authentication',
  /** As in Kyma's infrastructure manager; claims and pages identify a cluster by them. */
  runtimeId: 'infrastructuremanager.kyma-project.io/runtime-id',
  runtimeGeneration: 'infrastructuremanager.kyma-project.io/runtime-generation',
} as const

/** Labels of all objects of KubeconfigRequests in a cluster, for finding leftovers. */
export const KUBECONFIG_LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  /** Installation of the operator; two of them may share one cluster. */
  installation: 'operator.kyma-project.io/installation',
  /** Uid of the KubeconfigRequest. */
  request: 'operator.kyma-project.io/kubeconfig-request',
  /** Number of the issue, on its Secret. */
  issue: 'operator.kyma-project.io/issue',
} as const

/** Value of their managed-by label. */
export const KUBECONFIG_MANAGER = 'hap-kubeconfig-operator'
