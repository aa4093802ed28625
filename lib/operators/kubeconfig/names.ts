import { createHash } from 'node:crypto'
import { type ObjectPlace, SECRETS } from '#lib/garden/resources/resource.ts'
import { KUBECONFIG_LABELS, KUBECONFIG_MANAGER } from '#lib/operators/api/resources.ts'

/** Annotation that names the request of an object for people. */
export const REQUESTED_BY = 'operator.kyma-project.io/requested-by'

/** Namespace, name and uid of a request. */
export interface RequestIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** Maximum length of a label value (Kubernetes), for names that are also labels. */
const MAX_LABEL = 63
/** `-` and up to 7 digits of an issue: one per minute for 19 years. */
const ROOM_FOR_ISSUE = 8
const HASH = 16

/**
 * Name of the objects of a request in its cluster. Deterministic, so that concurrent operators
 * create the same objects; distinct from that of other requests and of an earlier one of the same
 * name (64 bits of a digest of namespace, name and uid).
 */
export function accountName({ namespace, name, uid }: RequestIdentity): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([namespace, name, uid]))
    .digest('hex')
    .slice(0, HASH)
  const room = MAX_LABEL - ROOM_FOR_ISSUE - HASH - 'hap--'.length
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, room)
    .replace(/^-+|-+$/g, '')
  return readable === '' ? `hap-${digest}` : `hap-${readable}-${digest}`
}

/** Name of the Secret that the token of an issue is bound to. */
export function anchorName(request: RequestIdentity, issue: number): string {
  return `${accountName(request)}-${issue}`
}

/** Labels of the objects of a request. `installation`: a legal label value. */
export function labelsOf({ uid }: Pick<RequestIdentity, 'uid'>, installation: string): Record<string, string> {
  return {
    [KUBECONFIG_LABELS.managedBy]: KUBECONFIG_MANAGER,
    [KUBECONFIG_LABELS.installation]: installation,
    [KUBECONFIG_LABELS.request]: uid,
  }
}

/** Label selector of the objects of this installation in a cluster, or of one request. */
export function selectorOf(installation: string, uid?: string): string {
  const parts = [
    `${KUBECONFIG_LABELS.managedBy}=${KUBECONFIG_MANAGER}`,
    `${KUBECONFIG_LABELS.installation}=${installation}`,
  ]
  return [...parts, ...(uid === undefined ? [] : [`${KUBECONFIG_LABELS.request}=${uid}`])].join(',')
}

/** Maximum length of the name of a Secret (Kubernetes). */
const MAX_NAME = 253

/**
 * API path of the Secret of a request's kubeconfig. Its name is predictable, so that people can
 * mount it.
 */
export function secretPlaceOf(request: RequestIdentity): ObjectPlace & { readonly namespace: string } {
  const { namespace, name } = request
  const predictable = `kubeconfig-${name}`
  return { resource: SECRETS, namespace, name: predictable.length <= MAX_NAME ? predictable : accountName(request) }
}
