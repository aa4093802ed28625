/** Operations on KubeconfigRequests. */
export type KubeconfigVerb = 'create' | 'rotate' | 'revoke' | 'revoke-all' | 'delete' | 'download'

/** Name of each operation in the audit log. */
export const KUBECONFIG_AUDIT_NAMES: Readonly<Record<KubeconfigVerb, string>> = {
  create: 'request kubeconfig',
  rotate: 'rotate kubeconfig',
  revoke: 'revoke kubeconfig',
  'revoke-all': 'revoke all kubeconfigs of cluster',
  delete: 'delete kubeconfig request',
  download: 'download kubeconfig',
}

/** Key of a KubeconfigRequest among the targets of the audit log. */
export function kubeconfigTarget(namespace: string, name: string): string {
  return `KubeconfigRequest/${namespace}/${name}`
}

/** Key of a Cluster among the targets of the audit log. */
export function clusterTarget(namespace: string, name: string): string {
  return `Cluster/${namespace}/${name}`
}

/** State of a KubeconfigRequest that decides which operations are allowed. */
export interface RequestFacts {
  readonly deleting: boolean
  /** A revocation is requested or done. */
  readonly revoked: boolean
  /** The target cluster has rejected the old token, or no token exists. */
  readonly revocationDone: boolean
  /** A rotation is requested and not finished. */
  readonly rotating: boolean
  /** A kubeconfig exists. */
  readonly issued: boolean
  readonly expired: boolean
}

type OneRequestVerb = Exclude<KubeconfigVerb, 'create' | 'revoke-all'>

/**
 * Returns the reason why an operation is not allowed now, as a sentence; null when it is allowed.
 */
export function kubeconfigVerbRefusal(verb: OneRequestVerb, facts: RequestFacts): string | null {
  if (facts.deleting) return verb === 'delete' ? 'Already being deleted.' : 'The request is being deleted.'
  if (verb === 'delete') return null
  if (facts.revoked) return verb === 'revoke' ? revocationRefusal(facts) : REVOKED
  if (verb === 'revoke') return null
  if (verb === 'rotate') return facts.rotating ? 'A rotation is under way already.' : null
  if (!facts.issued) return 'No kubeconfig has been issued yet.'
  return facts.expired ? 'The kubeconfig has expired.' : null
}

const REVOKED = 'It is revoked permanently. Create a new request for new access.'

function revocationRefusal({ revocationDone }: RequestFacts): string {
  return revocationDone ? 'It is revoked already.' : 'It is being revoked already.'
}
