import { createHash } from 'node:crypto'
import { type ObjectPlace, SECRETS } from '#lib/garden/resources/resource.ts'

const DOMAIN = 'operator.kyma-project.io'

/** Labels of everything made in a cluster, by which leftovers are found. */
export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  /** Which installation of the operator made it: two of them may look after one cluster. */
  installation: `${DOMAIN}/installation`,
  /** uid of the KubeconfigRequest. */
  request: `${DOMAIN}/kubeconfig-request`,
  /** On Secrets of issues: the number. */
  issue: `${DOMAIN}/issue`,
} as const

export const MANAGED_BY = 'hap-kubeconfig-operator'

/** Says to people of the cluster which request an object belongs to. */
export const REQUESTED_BY = `${DOMAIN}/requested-by`

export interface RequestIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** Most characters of a name that also fits a label (Kubernetes). */
const MAX = 63
/** `-` and up to 7 digits of an issue: one a minute for 19 years. */
const ROOM_FOR_ISSUE = 8
const HASH = 16

/**
 * The one name of a request's objects in its cluster. Deterministic, so that two operators at work make the same; never that
 * of another request, nor of an earlier one of the same name (64 bits of a digest of namespace, name and uid).
 */
export function accountName({ namespace, name, uid }: RequestIdentity): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([namespace, name, uid]))
    .digest('hex')
    .slice(0, HASH)
  const room = MAX - ROOM_FOR_ISSUE - HASH - 'hap--'.length
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, room)
    .replace(/^-+|-+$/g, '')
  return readable === '' ? `hap-${digest}` : `hap-${readable}-${digest}`
}

/** Name of the Secret an issue's token lives and dies with. */
export function anchorName(request: RequestIdentity, issue: number): string {
  return `${accountName(request)}-${issue}`
}

/** Labels of a request's objects. `installation`: a legal label value. */
export function labelsOf({ uid }: Pick<RequestIdentity, 'uid'>, installation: string): Record<string, string> {
  return { [LABELS.managedBy]: MANAGED_BY, [LABELS.installation]: installation, [LABELS.request]: uid }
}

/** Selects everything this installation made in a cluster, or what it made for one request. */
export function selectorOf(installation: string, uid?: string): string {
  const parts = [`${LABELS.managedBy}=${MANAGED_BY}`, `${LABELS.installation}=${installation}`]
  return [...parts, ...(uid === undefined ? [] : [`${LABELS.request}=${uid}`])].join(',')
}

/** Of a Secret (Kubernetes). */
const MAX_NAME = 253

/** Where the kubeconfig of a request goes. A name that people can foretell, and mount. */
export function secretPlaceOf(request: RequestIdentity): ObjectPlace & { readonly namespace: string } {
  const { namespace, name } = request
  const predictable = `kubeconfig-${name}`
  return { resource: SECRETS, namespace, name: predictable.length <= MAX_NAME ? predictable : accountName(request) }
}
