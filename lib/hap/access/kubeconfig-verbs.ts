/** What people do to requests of kubeconfigs. */
export type KubeconfigVerb = 'create' | 'rotate' | 'revoke' | 'revoke-all' | 'delete' | 'download'

/** What the audit log calls it. */
export const KUBECONFIG_ENTRIES: Readonly<Record<KubeconfigVerb, string>> = {
  create: 'request kubeconfig',
  rotate: 'rotate kubeconfig',
  revoke: 'revoke kubeconfig',
  'revoke-all': 'revoke all kubeconfigs of cluster',
  delete: 'delete kubeconfig request',
  download: 'download kubeconfig',
}

/** Key of a request among the targets of the audit log. */
export function kubeconfigTarget(namespace: string, name: string): string {
  return `KubeconfigRequest/${namespace}/${name}`
}

/** Key of the cluster that a request is for. */
export function clusterTarget(namespace: string, name: string): string {
  return `Cluster/${namespace}/${name}`
}
