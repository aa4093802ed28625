import { isRecord } from '#lib/hap/document.ts'

/**
 * Record of a request's issues, persisted as one annotation of its Secret: it changes in the same
 * write as the kubeconfig, under the resourceVersion of the Secret. Contains no secrets.
 */
export interface IssueRecord {
  /** Uid of the request. */
  readonly request: string
  /** Number of the last issue; 0 = none. */
  readonly issue: number
  /** The issue in the Secret; null before the first. */
  readonly issued: Issued | null
  /** Digest of the applied access; null = none or incomplete. */
  readonly applied: string | null
  /** Version of the policy that granted it; missing in records of the first release. */
  readonly policy?: number
  /** Last complete comparison with the cluster, epoch milliseconds. */
  readonly lookedAt: number
  /** Version of the kubeconfig Secret at that comparison; null for a shoot. */
  readonly way: string | null
  /** The issue to rotate on request; null = none. */
  readonly rotateAfter: number | null
  /** Completion of the last requested rotation. */
  readonly rotatedAt: number | null
  /** Earlier issues with tokens that may still be valid. */
  readonly retiring: readonly Retiring[]
  readonly revocation: Revocation | null
}

/** An issued kubeconfig. */
export interface Issued {
  /** Time of the issue by the operator's clock. */
  readonly at: number
  /** Expiry as the cluster's server answered. */
  readonly expiresAt: number
  readonly renewsAt: number
  /** Requested lifetime. */
  readonly seconds: number
  readonly fingerprint: string
  /** Access by TargetPlace, and its uid. */
  readonly by: 'shoot' | 'secret'
  readonly place: string
  /** Uid of the cluster. */
  readonly cluster: string
  /** Digest of address and certificate authority. */
  readonly address: string
  /** Uids of the ServiceAccount and Secret that the token is bound to. */
  readonly account: string
  readonly anchor: string
}

/** An earlier kubeconfig of the request whose token may still be valid. */
export interface Retiring {
  readonly issue: number
  /** Time of its removal from the cluster, if that is accessible. */
  readonly at: number
  /** Expiry of its token; missing in old records: `at`. */
  readonly expiresAt?: number
  /** Uid of its cluster; missing in old records. */
  readonly cluster?: string
}

/** Progress of a revocation. */
export interface Revocation {
  readonly since: number
  /** Missing for a requested revocation. */
  readonly because?: RevocationCause
  /** When roles, Secrets and account were removed from the cluster, in milliseconds since 1970; null before. */
  readonly removedAt: number | null
  /** Completion and proof of the revocation. */
  readonly done: { readonly at: number; readonly proof: RevocationProof } | null
}

/** Cause of a revocation without a request. */
export type RevocationCause = 'cluster-deleted'

/** Proof of a revocation: the cluster refused the old token, or there was no valid token. */
export type RevocationProof = 'token-refused' | 'cluster-gone' | 'nothing-issued' | 'expired' | 'untried'

const ANNOTATION = 'operator.kyma-project.io/kubeconfig-issues'

/** Initial record of a request. */
export function newRecord(request: string): IssueRecord {
  return {
    request,
    issue: 0,
    issued: null,
    applied: null,
    lookedAt: 0,
    way: null,
    rotateAfter: null,
    rotatedAt: null,
    retiring: [],
    revocation: null,
  }
}

/** Annotations with a record. */
export function annotationsOf(record: IssueRecord): Record<string, string> {
  return { [ANNOTATION]: JSON.stringify(record) }
}

/** Reads the record of a request; null for a missing, malformed or foreign one. */
export function readRecord(
  annotations: Readonly<Record<string, string>> | undefined,
  request: string,
): IssueRecord | null {
  const text = annotations?.[ANNOTATION]
  if (text === undefined) return null
  try {
    const record = { ...newRecord(''), ...JSON.parse(text) }
    return record.request === request && isIssueRecord(record) ? record : null
  } catch {
    // An edited, malformed record counts as missing.
    return null
  }
}

type Fields = Readonly<Record<string, (value: unknown) => boolean>>

/** Maximum of RFC 3339. */
const LAST_TIME = Date.UTC(9999, 11, 31)
const PROOFS = ['token-refused', 'cluster-gone', 'nothing-issued', 'expired', 'untried'] satisfies RevocationProof[]

const isNumber = (value: unknown) => Number.isSafeInteger(value)
const isTime = (value: unknown) => typeof value === 'number' && value >= 0 && value <= LAST_TIME
const isProof = (value: unknown) => PROOFS.some(proof => proof === value)
const isText = (value: unknown) => typeof value === 'string'
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value)
const orMissing = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value)
const having = (fields: Fields) => (value: unknown) =>
  isRecord(value) && Object.entries(fields).every(([field, is]) => is(value[field]))
const listOf = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)

const isIssued = having({
  at: isTime,
  expiresAt: isTime,
  renewsAt: isTime,
  seconds: isNumber,
  fingerprint: isText,
  by: isText,
  place: isText,
  cluster: isText,
  address: isText,
  account: isText,
  anchor: isText,
})

const isRevocation = having({
  since: isTime,
  removedAt: orNull(isTime),
  done: orNull(having({ at: isTime, proof: isProof })),
})

const FIELDS: Fields = {
  request: isText,
  issue: isNumber,
  issued: orNull(isIssued),
  applied: orNull(isText),
  policy: orMissing(isNumber),
  lookedAt: isTime,
  way: orNull(isText),
  rotateAfter: orNull(isNumber),
  rotatedAt: orNull(isTime),
  retiring: listOf(having({ issue: isNumber, at: isTime, expiresAt: orMissing(isTime), cluster: orMissing(isText) })),
  revocation: orNull(isRevocation),
}

/** Validates a record, since writers of the Secret may change it. */
function isIssueRecord(value: unknown): value is IssueRecord {
  return having(FIELDS)(value)
}
