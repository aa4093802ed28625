import { kubeconfigFingerprint } from '#lib/garden/client/kubeconfig-text.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import type { IdleReport } from '#lib/hap/access/idle-rules.ts'
import type { Verdict } from '#lib/hap/access/judge-rules.ts'
import {
  KUBECONFIG_CONDITIONS,
  type KubeconfigRequest,
  type KubeconfigRequestStatus,
} from '#lib/operators/api/kubeconfig-request.ts'
import { findCondition, setConditions } from '#lib/operators/framework/conditions.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { IssueRecord } from '#lib/operators/kubeconfig/state/issue-record.ts'
import { expiryOutside } from '#lib/operators/kubeconfig/state/last-expiry.ts'
import { isCleared } from '#lib/operators/kubeconfig/state/next-step.ts'
import type { Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import { SECRET_KEY } from '#lib/operators/kubeconfig/steps/record-steps.ts'
import { formatTime } from '#lib/util/format.ts'
import {
  acceptedFinding,
  effectiveFinding,
  type KubeconfigFinding,
  type RunEnd,
  reachableFinding,
  readyFinding,
  revokedFinding,
} from '../state/findings.ts'

interface StatusParts {
  readonly observed: Observed
  readonly verdict: Verdict
  /** null = not checked in this run. */
  readonly idle: IdleReport | null
  readonly end: RunEnd
  /** Names of the Secret, its key and the account. */
  readonly names: { readonly secret: string; readonly key: string; readonly account: string }
  /** Base64; only if the spec requests it. */
  readonly kubeconfig: string | null
  readonly now: number
}

/** Builds the status of a request after a run. Contains no secrets except a requested kubeconfig. */
export function buildStatus(request: KubeconfigRequest, parts: StatusParts): KubeconfigRequestStatus {
  const { observed, end, now } = parts
  const { record } = observed.secret
  const { generation, namespace } = request.metadata
  const found: KubeconfigFinding[] = [
    acceptedFinding(parts.verdict, namespace),
    effectiveFinding(parts.idle) ?? uncheckedFinding(request),
    reachableFinding(observed, end),
    readyFinding(observed, end, now),
    revokedFinding(observed, end),
  ].filter(finding => finding !== null)
  return {
    observedGeneration: generation,
    conditions: setConditions(KUBECONFIG_CONDITIONS, request.status?.conditions, found, { generation, now }),
    ...issuedFields(record, parts, request.status),
    ...revokedFields(record, request.status),
    ...outsideFields(observed, now),
  }
}

/** A result for another generation does not apply to this one. */
function uncheckedFinding({ metadata, status }: KubeconfigRequest): KubeconfigFinding | null {
  const condition = findCondition(status?.conditions, 'RulesEffective')
  if (condition?.observedGeneration === metadata.generation) return null
  return {
    type: 'RulesEffective',
    status: 'Unknown',
    reason: 'NotLookedAt',
    message: 'The rules have not been compared with the cluster yet.',
  }
}

function issuedFields(
  record: IssueRecord | null,
  { names, kubeconfig }: StatusParts,
  before: KubeconfigRequestStatus | undefined,
): KubeconfigRequestStatus {
  const issued = record?.issued ?? null
  const rotated = record?.rotatedAt ? { rotatedAt: formatTime(record.rotatedAt) } : picked(before, ['rotatedAt'])
  if (record?.revocation?.done) return rotated
  // Without a record only the status shows that a kubeconfig was issued.
  if (issued === null) return { ...picked(before, ['issuedAt', 'expirationTimestamp']), ...rotated }
  return {
    kubeconfigSecretRef: { name: names.secret, key: names.key },
    expirationTimestamp: formatTime(issued.expiresAt),
    ...(record?.revocation ? {} : { renewalTime: formatTime(issued.renewsAt) }),
    issuedAt: formatTime(issued.at),
    fingerprint: issued.fingerprint,
    serviceAccountRef: { namespace: ACCESS_NAMESPACE, name: names.account },
    clusterUid: issued.cluster,
    ...(kubeconfig === null ? {} : { kubeconfig }),
    ...rotated,
  }
}

/** Preserves the last expiry in case the record is deleted. */
function outsideFields(observed: Observed, now: number): KubeconfigRequestStatus {
  const over = observed.secret.record?.revocation?.done || isCleared(observed, now)
  const last = over ? null : expiryOutside(observed, null)
  return last === null || last <= now ? {} : { lastTokenExpiresAt: formatTime(last) }
}

/** A proof persists without the record. */
function revokedFields(
  record: IssueRecord | null,
  before: KubeconfigRequestStatus | undefined,
): KubeconfigRequestStatus {
  const revocation = record?.revocation ?? null
  if (revocation === null) return picked(before, ['revokedAt', 'refusedAfterSeconds'])
  const { done, since } = revocation
  if (done === null) return {}
  const seconds = Math.round((done.at - since) / 100) / 10
  return {
    revokedAt: formatTime(done.at),
    ...(done.proof === 'token-refused' ? { refusedAfterSeconds: seconds } : {}),
  }
}

function picked(
  status: KubeconfigRequestStatus | undefined,
  keys: readonly (keyof KubeconfigRequestStatus)[],
): KubeconfigRequestStatus {
  return Object.fromEntries(keys.flatMap(key => (status?.[key] === undefined ? [] : [[key, status[key]] as const])))
}

/**
 * Kubeconfig for `status.kubeconfig` in base64, if the spec requests it as in the seed: the
 * published one while it is current, else read from the Secret. null without a request or a valid
 * kubeconfig. Throws GardenError.
 */
export async function kubeconfigForStatus(run: Run, record: IssueRecord | null): Promise<string | null> {
  const { request, context, secretPlace, signal } = run
  if (request.spec.output !== 'status' || !record?.issued || record.revocation !== null) return null
  const { fingerprint } = record.issued
  const shown = publishedIn(request)
  if (shown !== null && kubeconfigFingerprint(shown.toString('utf8')) === fingerprint) return shown.toString('base64')
  const { [SECRET_KEY]: config } = await context.secrets.read(secretPlace, { signal })
  return config !== undefined && kubeconfigFingerprint(config.toString('utf8')) === fingerprint
    ? config.toString('base64')
    : null
}

function publishedIn({ status }: KubeconfigRequest): Buffer | null {
  return status?.kubeconfig === undefined ? null : Buffer.from(status.kubeconfig, 'base64')
}
