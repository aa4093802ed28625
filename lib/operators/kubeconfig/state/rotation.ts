import { createHash } from 'node:crypto'
import type { Issued, IssueRecord, Retiring } from './issue-record.ts'

/** Share of the lifetime before a renewal, and its jitter (cert-manager's 2/3; pools.md K1). */
const RENEW_AFTER = 2 / 3
const SPREAD = 0.05

interface Life {
  /** By the operator's clock, epoch milliseconds. */
  readonly issuedAt: number
  /** By the clock of the issuing server. */
  readonly created: number
  readonly expires: number
}

/**
 * Time of the renewal by the operator's clock: 2/3 of the lifetime ± 5 % after the issue. Only the
 * server's clock measures the lifetime, so a constant difference of clocks does no harm.
 * Deterministic per issue, distinct among requests.
 */
export function renewalTime(request: string, issue: number, { issuedAt, created, expires }: Life): number {
  const share = RENEW_AFTER + SPREAD * (2 * fractionOf(`${request}/${issue}`) - 1)
  return Math.floor(issuedAt + (expires - created) * share)
}

/** Maps a text to a number from 0 to 1. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 0xffffffff
}

/** Grace period of a token after a requested rotation, for its readers to load the new one. */
export const GRACE_MS = 5 * 60_000

/**
 * Time until which the previous token stays valid. Readers may cache it until it expires (seed
 * 004), so an ordinary rotation preserves it; a requested one ends it after a grace period, since
 * it may be compromised.
 */
export function retirementTime(expiresAt: number, now: number, askedFor: boolean): number {
  return askedFor ? Math.min(expiresAt, now + GRACE_MS) : expiresAt
}

/**
 * Limits of earlier issues with preserved tokens and of recorded ones. A request that changes all
 * day would otherwise exceed the size limit of the record and could not be revoked. A token has its
 * grace period while fewer rotations follow within it.
 */
const MAX_ACTIVE = 250
const MAX_RECORDED = 300

/** Retires the present issue of a record before the next one in this cluster. */
export function retire(record: IssueRecord, cluster: string, now: number): IssueRecord {
  const { issued, issue, rotateAfter } = record
  const asked = rotateAfter !== null
  const earlier = record.retiring.map(each => (asked ? { ...each, at: Math.min(each.at, now + GRACE_MS) } : each))
  const present = issued === null ? [] : [retiringOf(issue, issued, retirementTime(issued.expiresAt, now, asked))]
  // The tokens of a former shoot ended with it; an imported cluster may still exist without access.
  const all = [...earlier, ...present]
  const left = issued?.cluster === cluster ? all : all.filter(each => each.cluster !== undefined)
  return {
    ...record,
    retiring: bounded(
      left.filter(({ at, expiresAt = at }) => expiresAt > now),
      now,
    ),
    rotateAfter: null,
    rotatedAt: asked ? now : record.rotatedAt,
  }
}

/**
 * Ends the oldest excess issues now. The record retains those that expire last, since they
 * determine when all have expired.
 */
function bounded(all: readonly Retiring[], now: number): readonly Retiring[] {
  const limited = all.map((each, i) => (i < all.length - MAX_ACTIVE ? { ...each, at: Math.min(each.at, now) } : each))
  if (limited.length <= MAX_RECORDED) return limited
  const lastOnes = new Set(limited.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, MAX_RECORDED))
  return limited.filter(each => lastOnes.has(each))
}

function endOf({ at, expiresAt = at }: Retiring): number {
  return expiresAt
}

function retiringOf(issue: number, { expiresAt, by, cluster }: Issued, at: number): Retiring {
  return { issue, at, expiresAt, ...(by === 'secret' ? { cluster } : {}) }
}
