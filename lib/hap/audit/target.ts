import { ACTION_LABELS, parseAction } from '../actions/action.ts'
import { BINDING_KINDS, type BindingRef } from '../pools/binding.ts'

/** Target of an action. */
type AuditTarget =
  | { readonly kind: 'binding'; readonly binding: BindingRef }
  | { readonly kind: 'global-account' | 'claim' | 'job' | 'approval'; readonly id: string }
  /** Null in records of earlier releases. */
  | { readonly kind: 'token'; readonly id: string; readonly name: string | null }
  | { readonly kind: 'resource'; readonly of: ResourceKind; readonly name: string }
  | { readonly kind: 'other'; readonly key: string }

const RESOURCE_KINDS = ['Cluster', 'SubscriptionRequest', 'KubeconfigRequest'] as const

/** Custom resources of the control plane. */
type ResourceKind = (typeof RESOURCE_KINDS)[number]

const GLOBAL_ACCOUNT = 'GlobalAccount/'
const CLAIM = 'Claim/'
const JOB = 'Job/'
const TOKEN = 'ApiToken/'
/** Proposals that await an approval. */
export const APPROVAL = 'Approval/'

/** Key of a global account among the targets of the audit log. */
export function globalAccountTarget(id: string): string {
  return GLOBAL_ACCOUNT + id
}

/** Key of a claim among the targets of the audit log. */
export function claimTarget(id: string): string {
  return CLAIM + id
}

/** Key of a bulk job among the targets of the audit log. */
export function jobTarget(id: string): string {
  return JOB + id
}

/**
 * Key of an API token among the targets of the audit log, with its name when known, to make it
 * searchable.
 */
export function tokenTarget(id: string, name: string | null = null): string {
  const key = TOKEN + id.replaceAll('/', '%2F')
  return name === null ? key : `${key}/${name}`
}

/** Parses a target such as `CredentialsBinding/garden/aws-1` or `GlobalAccount/8b9a`. */
export function parseTarget(key: string): AuditTarget {
  if (key.startsWith(GLOBAL_ACCOUNT)) return { kind: 'global-account', id: key.slice(GLOBAL_ACCOUNT.length) }
  if (key.startsWith(CLAIM)) return { kind: 'claim', id: key.slice(CLAIM.length) }
  if (key.startsWith(JOB)) return { kind: 'job', id: key.slice(JOB.length) }
  if (key.startsWith(APPROVAL)) return { kind: 'approval', id: key.slice(APPROVAL.length) }
  if (key.startsWith(TOKEN)) return parseToken(key.slice(TOKEN.length))
  const [type, namespace, name, ...more] = key.split('/')
  if (!namespace || !name || more.length > 0) return { kind: 'other', key }
  const of = RESOURCE_KINDS.find(each => each === type)
  if (of !== undefined) return { kind: 'resource', of, name }
  const kind = BINDING_KINDS.find(each => each === type)
  if (kind === undefined) return { kind: 'other', key }
  return { kind: 'binding', binding: { kind, namespace, name } }
}

function parseToken(rest: string): AuditTarget {
  const end = rest.indexOf('/')
  return end === -1
    ? { kind: 'token', id: rest, name: null }
    : { kind: 'token', id: rest.slice(0, end), name: rest.slice(end + 1) }
}

/** Returns the id of the first claim among targets; null for none. */
export function claimIdOf(targets: readonly string[]): string | null {
  for (const target of targets.map(parseTarget)) if (target.kind === 'claim') return target.id
  return null
}

/**
 * Whether a request id is reserved for the console itself. It uses these ids to find the outcomes
 * of jobs and proposals in the audit log, so clients must not send them.
 */
export function isReservedRequestId(id: string): boolean {
  return id.startsWith(JOB) || id.startsWith(APPROVAL)
}

/**
 * Label of an audited action; actions without a button get one from their name: `set-cluster` is
 * `Set cluster`.
 */
export function actionVerb(action: string): string {
  const known = parseAction(action)
  if (known !== null) return ACTION_LABELS[known].verb
  const words = action.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Operations on Clusters and SubscriptionRequests. */
export type ResourceVerb = 'create-cluster' | 'delete-cluster' | 'create-subscription' | 'delete-subscription'

/** Name of each operation in the audit log. */
export const RESOURCE_AUDIT_NAMES: Readonly<Record<ResourceVerb, string>> = {
  'create-cluster': 'create cluster',
  'delete-cluster': 'delete cluster',
  'create-subscription': 'request subscription',
  'delete-subscription': 'delete subscription request',
}

/** Key of a custom resource among the targets of the audit log. */
export function resourceTarget(kind: 'Cluster' | 'SubscriptionRequest', namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`
}

/** Targets of an operation on a custom resource: the resource and its global account. */
export function resourceTargets(
  kind: Parameters<typeof resourceTarget>[0],
  { namespace, name }: { readonly namespace: string; readonly name: string },
  globalAccount: string | null,
): readonly string[] {
  const own = resourceTarget(kind, namespace, name)
  return globalAccount === null ? [own] : [own, globalAccountTarget(globalAccount)]
}

/** Maximum that counting records reaches; exports are limited to fewer. */
export const MAX_COUNTED_RECORDS = 100_000

/** Maximum that counting search hits reaches, since each record has to be read. */
export const MAX_COUNTED_HITS = 2_000
