import type { GardenError } from '#lib/garden/client/garden-error.ts'
import { describeIdleEntry, type IdleReport } from '#lib/hap/access/idle-rules.ts'
import { describeDenial, describeKept, type Verdict } from '#lib/hap/access/judge-rules.ts'
import { findRuleWarnings } from '#lib/hap/access/rule-warnings.ts'
import {
  ACCESS_GONE,
  type KUBECONFIG_CONDITIONS,
  type KubeconfigRequestStatus,
  NO_SHOOT_YET,
  NOTHING_GRANTED,
} from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_LABELS } from '#lib/operators/api/resources.ts'
import { type Finding, findCondition } from '#lib/operators/framework/conditions.ts'
import type { Revocation, RevocationCause, RevocationProof } from '#lib/operators/kubeconfig/state/issue-record.ts'
import { expiryOutside, lastExpiry } from '#lib/operators/kubeconfig/state/last-expiry.ts'
import type { Observed, Reported } from '#lib/operators/kubeconfig/state/observed.ts'
import type { WaitReason } from '#lib/operators/kubeconfig/state/step.ts'
import type { FoundTarget } from '#lib/operators/target/find-target.ts'
import { formatTime } from '#lib/util/format.ts'

/** Finding of a condition of a KubeconfigRequest. */
export type KubeconfigFinding = Finding<typeof KUBECONFIG_CONDITIONS>

/** End of a run: no step is due, the old token is still accepted, or an error. */
export type RunEnd =
  | { readonly by: 'wait'; readonly because: WaitReason }
  | { readonly by: 'probe' }
  | { readonly by: 'error'; readonly error: GardenError; readonly inCluster: boolean }

/** Derives Accepted from the verdict of policy on a request in `namespace`. */
export function acceptedFinding({ denials, kept, granted }: Verdict, namespace: string): KubeconfigFinding {
  const warnings = findRuleWarnings(granted).map(({ path, message }) => `${path}: ${message}`)
  const notes = [...kept.map(describeKept), ...warnings]
  if (denials.length > 0) {
    const words = denials.map(describeDenial).join(' ')
    const advice = `Only an exception for namespace ${namespace} in the operator's settings would allow it.`
    const message = [words, advice, ...notes].join(' ')
    return { type: 'Accepted', status: 'False', reason: 'EscalationDenied', message }
  }
  const reason = kept.length > 0 ? 'GrantedBefore' : 'Allowed'
  return { type: 'Accepted', status: 'True', reason, message: notes.join(' ') }
}

/** Derives RulesEffective; null without a check in this run. */
export function effectiveFinding(report: IdleReport | null): KubeconfigFinding | null {
  if (report === null) return null
  if (report.words.length === 0) return { type: 'RulesEffective', status: 'True', reason: 'AllEffective', message: '' }
  const words = report.words.map(describeIdleEntry).join(' ')
  const message = report.grantsNothing ? `${NOTHING_GRANTED} ${words}` : words
  return { type: 'RulesEffective', status: 'False', reason: 'SomeGrantNothing', message }
}

/** Derives ClusterReachable; null when this run has no result. */
export function reachableFinding({ target, inside }: Observed, end: RunEnd): KubeconfigFinding | null {
  const no = (reason: Extract<KubeconfigFinding, { type: 'ClusterReachable' }>['reason'], message: string) =>
    ({ type: 'ClusterReachable', status: 'False', reason, message }) as const
  if (target.state === 'no-cluster') return no('ClusterNotFound', 'Cluster not found.')
  if (target.state === 'not-ready') return no('ClusterNotReady', NO_SHOOT_YET)
  if (target.state === 'no-way') return no('ClusterUnreachable', noAccessMessage(target))
  if (target.state === 'gone') return no('ClusterGone', 'The shoot of the Cluster is gone.')
  if (end.by === 'error' && end.inCluster) {
    return no(end.error.isRefusal ? 'ClusterRefused' : 'ClusterUnreachable', end.error.message)
  }
  if (inside === null && end.by !== 'probe') return null
  return { type: 'ClusterReachable', status: 'True', reason: 'Reachable', message: '' }
}

const NO_ACCESS =
  'The Secret that the Cluster names as its kubeconfig is missing, so the cluster cannot be accessed. Restore it; otherwise issued kubeconfigs work until they expire.'

function noAccessMessage(target: FoundTarget): string {
  return target.state === 'no-way' && target.refused !== undefined ? target.refused : NO_ACCESS
}

/** Derives Ready. */
export function readyFinding({ secret: { record }, target }: Observed, end: RunEnd, now: number): KubeconfigFinding {
  const no = (reason: Extract<KubeconfigFinding, { type: 'Ready' }>['reason'], message: string) =>
    ({ type: 'Ready', status: 'False', reason, message }) as const
  const issued = record?.issued ?? null
  if (record?.revocation) {
    const { done, because } = record.revocation
    if (done === null) return no('Revoking', revokingMessage(because))
    const why = because === undefined ? '' : ', because the Cluster was deleted'
    return no('Revoked', `Access was revoked permanently${why}. To get new access, create a new KubeconfigRequest.`)
  }
  if (end.by === 'wait' && end.because === 'cluster-gone' && issued?.by === 'secret' && issued.expiresAt > now) {
    const until = formatTime(issued.expiresAt)
    const message = `The Cluster was deleted without removing the access. The kubeconfig works until ${until} if the cluster still exists.`
    return no('Failed', message)
  }
  if (end.by === 'wait' && end.because !== 'in-order')
    return end.because === 'no-way' ? no('Waiting', noAccessMessage(target)) : no(...WAITING[end.because])
  if (issued === null) {
    if (end.by === 'error') return no('Failed', end.error.message)
    return no('Issuing', 'No kubeconfig has been issued yet.')
  }
  if (issued.expiresAt <= now) {
    const why = end.by === 'error' ? ` ${end.error.message}` : ''
    return no('Expired', `The kubeconfig expired at ${formatTime(issued.expiresAt)} and could not be renewed.${why}`)
  }
  const reason = record?.issue === 1 ? 'Issued' : 'Rotated'
  const next = end.by === 'error' ? `Renewal is failing. ${end.error.message}` : ''
  const message =
    next || `Valid until ${formatTime(issued.expiresAt)}; the next one is issued at ${formatTime(issued.renewsAt)}.`
  return { type: 'Ready', status: 'True', reason, message }
}

type Refusal = readonly [Extract<KubeconfigFinding, { type: 'Ready' }>['reason'], string]

const WAITING: Readonly<Record<Exclude<WaitReason, 'in-order' | 'no-way'>, Refusal>> = {
  'nothing-granted': ['Refused', 'The policy refuses all rules of the request; see the condition Accepted.'],
  'secret-foreign': ['Failed', 'The output Secret of the kubeconfig belongs to another object. Rename or delete it.'],
  'no-cluster': ['Waiting', 'The Cluster does not exist yet.'],
  'not-ready': ['Waiting', NO_SHOOT_YET],
  'cluster-gone': ['Failed', 'The cluster of the kubeconfig no longer exists.'],
  'cluster-leaving': ['Waiting', 'The Cluster is being deleted.'],
  revoking: ['Revoking', ''],
  revoked: ['Revoked', ''],
  released: ['Revoked', ''],
}

/** Message during a revocation. */
export function revokingMessage(because: RevocationCause | undefined): string {
  return because === undefined
    ? 'Access is being revoked.'
    : 'Access is being revoked because the Cluster is being deleted.'
}

/** Derives Revoked from the record; null without a revocation. */
export function revokedFinding(observed: Observed, end: RunEnd): KubeconfigFinding | null {
  const revocation = observed.secret.record?.revocation ?? null
  if (revocation === null) return unrecordedFinding(observed, end)
  const { done, since, removedAt, because } = revocation
  if (done !== null) {
    const seconds = Math.round((done.at - since) / 100) / 10
    const { reason, message } = PROOFS[done.proof](seconds)
    const why = because === undefined ? '' : `${CLUSTER_DELETED} `
    return { type: 'Revoked', status: 'True', reason, message: why + message }
  }
  if (end.by === 'error' && end.inCluster) {
    const message = `Access could not be revoked yet; the operator retries. ${end.error.message}`
    return { type: 'Revoked', status: 'False', reason: 'ClusterUnreachable', message }
  }
  const last = lastExpiry(observed)
  if (removedAt === null && last !== null && !isWithinReach(observed)) {
    const message = `The cluster cannot be accessed to revoke the access. It ends when the last token expires, at ${formatTime(last)}, or earlier if the objects with the label ${KUBECONFIG_LABELS.request}=${observed.request.uid} are deleted there.`
    return { type: 'Revoked', status: 'False', reason: 'ClusterUnreachable', message }
  }
  const message =
    removedAt === null
      ? 'Roles, Secrets and service account are being deleted in the cluster.'
      : `${ACCESS_GONE} The cluster may still accept the old token from its cache for about 10 seconds.`
  return { type: 'Revoked', status: 'False', reason: 'Revoking', message }
}

/** Derives Revoked for a foreign Secret, with which no revocation completes; null without a result. */
function unrecordedFinding({ request, secret, inside, target }: Observed, end: RunEnd): KubeconfigFinding | null {
  if (!secret.foreign || !request.revoke || request.reported.revocation !== null) return null
  const asked = 'Its Secret belongs to another object: rename or delete it to complete the revocation.'
  const no = (reason: 'SecretForeign' | 'ClusterUnreachable', message: string) =>
    ({ type: 'Revoked', status: 'False', reason, message: `${message} ${asked}` }) as const
  if (end.by === 'error')
    return no('ClusterUnreachable', `Access could not be revoked yet; the operator retries. ${end.error.message}`)
  if (inside !== null) return no('SecretForeign', ACCESS_GONE)
  return target.state === 'gone'
    ? no('SecretForeign', 'The cluster no longer exists, so the access has ended.')
    : no('ClusterUnreachable', 'Access could not be revoked yet.')
}

/** Whether the cluster is open and all issues are for it. */
function isWithinReach({ target, inside, secret, request }: Observed): boolean {
  if (target.state !== 'found') return false
  return inside === null || expiryOutside({ secret, request }, inside.cluster) === null
}

type Proof = Pick<Extract<KubeconfigFinding, { type: 'Revoked' }>, 'reason' | 'message'>

/** Beginning of the message of Revoked without a request. */
const CLUSTER_DELETED = 'The Cluster was deleted.'

/** Proof by the reason of Revoked; null for an incomplete revocation. */
function proofOf(reason: string): RevocationProof | null {
  const proofs = Object.keys(PROOFS) as RevocationProof[]
  return proofs.find(proof => PROOFS[proof](0).reason === reason) ?? null
}

const OPEN_WATCHES = 'Open watches continue until the server ends them, within an hour.'

const PROOFS: Readonly<Record<RevocationProof, (seconds: number) => Proof>> = {
  'token-refused': seconds => ({
    reason: 'TokenRefused',
    message: `The cluster rejected the old token ${seconds} s after the revocation started. ${OPEN_WATCHES}`,
  }),
  'cluster-gone': () => ({ reason: 'ClusterGone', message: 'The cluster no longer exists, so the access has ended.' }),
  'nothing-issued': () => ({ reason: 'NothingIssued', message: 'No kubeconfig was issued.' }),
  expired: () => ({
    reason: 'Expired',
    message: 'All issued tokens have expired; the cluster is no longer accessible.',
  }),
  untried: () => ({
    reason: 'Untried',
    message: `Roles, Secrets and service account are deleted in the cluster; the old token no longer existed, so it could not be tested. ${OPEN_WATCHES}`,
  }),
}

/** Reads issues and the completed revocation from a status, in case the record is deleted. */
export function reportedBy(status: KubeconfigRequestStatus | undefined): Reported {
  const { issuedAt, expirationTimestamp } = status ?? {}
  return {
    revocation: revocationOf(status),
    expiresAt: issuedAt === undefined || expirationTimestamp === undefined ? null : Date.parse(expirationTimestamp),
  }
}

/** Returns null unless the status holds time and proof; the revocation is repeated then. */
function revocationOf(status: KubeconfigRequestStatus | undefined): Revocation | null {
  const { revokedAt, refusedAfterSeconds = 0, conditions } = status ?? {}
  const revoked = findCondition(conditions, 'Revoked')
  const proof = revoked?.status === 'True' ? proofOf(revoked.reason) : null
  if (revokedAt === undefined || revoked === null || proof === null) return null
  const at = Date.parse(revokedAt)
  return {
    since: at - Math.round(refusedAfterSeconds * 1_000),
    ...(revoked.message.startsWith(CLUSTER_DELETED) ? { because: 'cluster-deleted' as const } : {}),
    removedAt: null,
    done: { at, proof },
  }
}
