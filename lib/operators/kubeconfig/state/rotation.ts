import { createHash } from 'node:crypto'
import type { Issued, IssueRecord, Retiring } from './issue-record.ts'

/** Share of its life after which a kubeconfig is renewed, and how far that is spread (cert-manager's 2/3; pools.md K1). */
const RENEW_AFTER = 2 / 3
const SPREAD = 0.05

interface Life {
  /** By our clock, epoch ms. */
  readonly issuedAt: number
  /** By the clock of the server that issued it. */
  readonly created: number
  readonly expires: number
}

/**
 * When an issue is renewed, by our clock: 2/3 of its life ± 5 % after it was issued. The life is measured by the server's clock
 * alone, so that a clock that goes wrong by a constant does no harm. Always the same for an issue, differs among requests.
 */
export function renewalTime(request: string, issue: number, { issuedAt, created, expires }: Life): number {
  const share = RENEW_AFTER + SPREAD * (2 * fractionOf(`${request}/${issue}`) - 1)
  return Math.floor(issuedAt + (expires - created) * share)
}

/** A number from 0 to 1 that depends on the text alone. */
function fractionOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 0xffffffff
}

/** How long a token works on after a rotation that was asked for: time for its readers to take the new one. */
export const GRACE_MS = 5 * 60_000

/**
 * Until when the token before works on. Readers may hold it until it expires (seed 004), so an ordinary rotation lets it; one
 * that was asked for ends it after a grace, as it may be known to others.
 */
export function retirementTime(expiresAt: number, now: number, askedFor: boolean): number {
  return askedFor ? Math.min(expiresAt, now + GRACE_MS) : expiresAt
}

/**
 * Earlier issues whose tokens go on working, and those that are remembered at all. A request that is changed all day would else fill the
 * record until the server takes it no more: then nobody could revoke it. A token keeps its grace
 * while no more rotations than that follow within it.
 */
const MAX_AT_WORK = 250
const MAX_KNOWN = 300

/** The record once its present issue is followed by another, in this cluster. */
export function retire(record: IssueRecord, cluster: string, now: number): IssueRecord {
  const { issued, issue, rotateAfter } = record
  const asked = rotateAfter !== null
  const earlier = record.retiring.map(each => (asked ? { ...each, at: Math.min(each.at, now + GRACE_MS) } : each))
  const present = issued === null ? [] : [retiringOf(issue, issued, retirementTime(issued.expiresAt, now, asked))]
  // A shoot took all that was issued for it along; a cluster that was brought may be there still, though not for us.
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

/** Of too many the oldest end now. Those that expire last are remembered: by them it is told when all have expired. */
function bounded(all: readonly Retiring[], now: number): readonly Retiring[] {
  const hurried = all.map((each, i) => (i < all.length - MAX_AT_WORK ? { ...each, at: Math.min(each.at, now) } : each))
  if (hurried.length <= MAX_KNOWN) return hurried
  const lastOnes = new Set(hurried.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, MAX_KNOWN))
  return hurried.filter(each => lastOnes.has(each))
}

function endOf({ at, expiresAt = at }: Retiring): number {
  return expiresAt
}

function retiringOf(issue: number, { expiresAt, by, cluster }: Issued, at: number): Retiring {
  return { issue, at, expiresAt, ...(by === 'secret' ? { cluster } : {}) }
}
