import { isRecord } from '#lib/hap/is-record.ts'
import type { IssueRecord, RevocationProof } from './issue-record.ts'

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
export function isIssueRecord(value: unknown): value is IssueRecord {
  return having(FIELDS)(value)
}
