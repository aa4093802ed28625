/** What people do to Clusters and SubscriptionRequests. */
export type ResourceVerb = 'create-cluster' | 'delete-cluster' | 'create-subscription' | 'delete-subscription'

/** What the audit log calls it. */
export const RESOURCE_ENTRIES: Readonly<Record<ResourceVerb, string>> = {
  'create-cluster': 'create cluster',
  'delete-cluster': 'delete cluster',
  'create-subscription': 'request subscription',
  'delete-subscription': 'delete subscription request',
}

/** Key of a custom resource among the targets of the audit log. */
export function resourceTarget(kind: 'Cluster' | 'SubscriptionRequest', namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`
}
