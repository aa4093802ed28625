import type { KubeconfigReason, KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { isRevoked, wantsRotation } from '#lib/operators/api/request-facts.ts'
import { type Condition, findCondition } from '#lib/operators/framework/conditions.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { OperatorObjects } from './operator-objects.ts'

/** States of a request, most urgent first. */
export const KUBECONFIG_STATES = [
  'failed',
  'expired',
  'refused',
  'revoking',
  'waiting',
  'new',
  'issuing',
  'rotating',
  'deleting',
  'issued',
  'revoked',
] as const

export type KubeconfigState = (typeof KUBECONFIG_STATES)[number]

/** State of a request with the condition behind it. */
export interface KubeconfigSummary {
  readonly state: KubeconfigState
  /** Reason of that condition, one CamelCase word; null before the first reconciliation. */
  readonly reason: string | null
  /** The state and what to do. */
  readonly message: string
  /** Last transition of the condition, RFC 3339. */
  readonly since: string
}

const STATES: Readonly<Record<KubeconfigReason<'Ready'>, KubeconfigState>> = {
  Issued: 'issued',
  Rotated: 'issued',
  Issuing: 'issuing',
  Waiting: 'waiting',
  Refused: 'refused',
  Failed: 'failed',
  Expired: 'expired',
  Revoking: 'revoking',
  Revoked: 'revoked',
}

/** Summarizes a request at a moment. */
export function summarizeKubeconfig(request: KubeconfigRequest, now: number): KubeconfigSummary {
  const { metadata, status } = request
  const deciding = decidingCondition(request)
  const summary = {
    reason: deciding?.reason ?? null,
    message: deciding?.message || (deciding === null ? 'Not checked by an operator yet.' : ''),
    since: deciding?.lastTransitionTime ?? metadata.creationTimestamp,
  }
  if (metadata.deletionTimestamp !== undefined)
    return { ...summary, state: 'deleting', message: DELETION_MESSAGE, since: metadata.deletionTimestamp }
  if (isRevoked(request)) {
    if (status?.revokedAt !== undefined) return { ...summary, state: 'revoked' }
    const isObserved = deciding?.type === 'Revoked'
    return {
      ...summary,
      state: 'revoking',
      message: isObserved ? summary.message : 'Not checked by an operator yet.',
    }
  }
  const ready = findCondition(status?.conditions, 'Ready')
  if (ready === null) return { ...summary, state: 'new' }
  const expires = status?.expirationTimestamp
  if (ready.status === 'True' && expires !== undefined && Date.parse(expires) <= now)
    return { ...summary, state: 'expired', message: 'Expired and not renewed by an operator.', since: expires }
  if (ready.status === 'True' && wantsRotation(request))
    return { ...summary, state: 'rotating', message: 'The rotation has not started yet.' }
  return { ...summary, state: STATES[ready.reason as KubeconfigReason<'Ready'>] ?? 'issuing' }
}

const DELETION_MESSAGE = 'The access is revoked before the request is deleted.'

/** Ready reports a failure; a more specific condition explains it. */
function decidingCondition(request: KubeconfigRequest): Condition | null {
  const { conditions } = request.status ?? {}
  const ready = findCondition(conditions, 'Ready')
  if (isRevoked(request)) return findCondition(conditions, 'Revoked') ?? ready
  if (ready === null || ready.status === 'True') return ready
  if (ready.reason === 'Refused') return findCondition(conditions, 'Accepted') ?? ready
  const reachable = findCondition(conditions, 'ClusterReachable')
  return reachable?.status === 'False' ? reachable : ready
}

/** Lists the names of the requests for a cluster that are not revoked. */
export function listUnrevoked({ kubeconfigs }: OperatorObjects, cluster: ObjectKey): readonly string[] {
  return kubeconfigs
    .by('cluster', keyText(cluster))
    .filter(each => !isRevoked(each))
    .map(({ metadata }) => metadata.name)
    .toSorted()
}
