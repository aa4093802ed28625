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

/** What decides whether something may be done to a request. */
export interface RequestFacts {
  readonly deleting: boolean
  /** A revocation was asked for, or done. */
  readonly revoked: boolean
  /** The cluster was seen to refuse the old token, or there is nothing left to refuse. */
  readonly revocationDone: boolean
  /** A rotation was asked for and is not done. */
  readonly rotating: boolean
  /** A kubeconfig is there. */
  readonly issued: boolean
  readonly expired: boolean
}

type OneRequestVerb = Exclude<KubeconfigVerb, 'create' | 'revoke-all'>

/** Why something cannot be done to a request now, as a sentence; null when it can. */
export function verbObstacle(verb: OneRequestVerb, facts: RequestFacts): string | null {
  if (facts.deleting) return verb === 'delete' ? 'It is being deleted already.' : 'The request is being deleted.'
  if (verb === 'delete') return null
  if (facts.revoked) return verb === 'revoke' ? revokedAlready(facts) : FOR_GOOD
  if (verb === 'revoke') return null
  if (verb === 'rotate') return facts.rotating ? 'A rotation is under way already.' : null
  if (!facts.issued) return 'No kubeconfig has been issued yet.'
  return facts.expired ? 'The kubeconfig has expired.' : null
}

const FOR_GOOD = 'It is revoked for good. Create a new request for new access.'

function revokedAlready({ revocationDone }: RequestFacts): string {
  return revocationDone ? 'It is revoked already.' : 'It is being revoked already.'
}
