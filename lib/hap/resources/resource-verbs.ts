import { globalAccountTarget } from '../audit/target.ts'

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

/** Targets of what is done to an object, with whom it is for. */
export function resourceTargets(
  kind: Parameters<typeof resourceTarget>[0],
  { namespace, name }: { readonly namespace: string; readonly name: string },
  globalAccount: string | null,
): readonly string[] {
  const own = resourceTarget(kind, namespace, name)
  return globalAccount === null ? [own] : [own, globalAccountTarget(globalAccount)]
}
