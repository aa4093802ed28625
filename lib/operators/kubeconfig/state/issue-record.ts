import { isRecord } from '#lib/hap/document.ts'

/**
 * What is known of a request's issues, kept as one annotation of its kubeconfig's Secret: it changes in the same write as the
 * kubeconfig, under the Secret's resourceVersion. Holds nothing secret.
 */
export interface IssueRecord {
  /** uid of the request. */
  readonly request: string
  /** Number of the last issue; 0 = none yet. */
  readonly issue: number
  /** What is in the Secret; null before the first issue. */
  readonly issued: Issued | null
  /** Digest of the access that the cluster was brought to; null = none, or not known to be complete. */
  readonly applied: string | null
  /** When all in the cluster was last compared, epoch ms. */
  readonly lookedAt: number
  /** Version of the Secret that led into the cluster then; null for one that was made. */
  readonly way: string | null
  /** The issue after which somebody asked for a rotation; null = nobody waits for one. */
  readonly rotateAfter: number | null
  /** When a rotation that was asked for was done. */
  readonly rotatedAt: number | null
  /** Earlier issues whose tokens may still work. */
  readonly retiring: readonly Retiring[]
  readonly revocation: Revocation | null
}

export interface Issued {
  /** By our clock. */
  readonly at: number
  /** As the cluster's server answered. */
  readonly expiresAt: number
  readonly renewsAt: number
  /** What was asked for. */
  readonly seconds: number
  readonly fingerprint: string
  /** The way there, see TargetPlace, and its uid. */
  readonly by: 'shoot' | 'secret'
  readonly place: string
  /** uid of the cluster. */
  readonly cluster: string
  /** Digest of its address and certificate authority. */
  readonly address: string
  /** uids of what the token lives and dies with. */
  readonly account: string
  readonly anchor: string
}

export interface Retiring {
  readonly issue: number
  /** When it is ended in the cluster, if nobody keeps us out of it. */
  readonly at: number
  /** When its token expires, whatever we do; missing in records of old: at `at`. */
  readonly expiresAt?: number
  /** uid of its cluster; missing in records of old. */
  readonly cluster?: string
}

export interface Revocation {
  readonly since: number
  /** Missing when somebody asked for it. */
  readonly because?: RevocationCause
  /** When roles, Secrets and account were gone from the cluster. */
  readonly removedAt: number | null
  /** When nothing was left to be afraid of, and how that is known. */
  readonly done: { readonly at: number; readonly proof: RevocationProof } | null
}

/** What ends an access though nobody asked for that. */
export type RevocationCause = 'cluster-deleted'

/** How a revocation is known to be complete: the old token was refused, or there was nothing to refuse it. */
export type RevocationProof = 'token-refused' | 'cluster-gone' | 'nothing-issued' | 'expired' | 'untried'

const ANNOTATION = 'operator.kyma-project.io/kubeconfig-issues'

/** The record before anything has happened. */
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

/** The annotations that keep a record. */
export function annotationsOf(record: IssueRecord): Record<string, string> {
  return { [ANNOTATION]: JSON.stringify(record) }
}

/** The record of a request in annotations; null when there is none, or that of another request. */
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
    // Somebody edited it: as good as none.
    return null
  }
}

type Fields = Readonly<Record<string, (value: unknown) => boolean>>

/** The last that RFC 3339 can write. */
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
  lookedAt: isTime,
  way: orNull(isText),
  rotateAfter: orNull(isNumber),
  rotatedAt: orNull(isTime),
  retiring: listOf(having({ issue: isNumber, at: isTime, expiresAt: orMissing(isTime), cluster: orMissing(isText) })),
  revocation: orNull(isRevocation),
}

/** Whether a record has the shape we give it: whoever may write the Secret may write anything there. */
function isIssueRecord(value: unknown): value is IssueRecord {
  return having(FIELDS)(value)
}
