import type { Issued, IssueRecord, Retiring } from './issue-record.ts'
import { GRACE_MS, retirementTime } from './renewal.ts'

/**
 * Earlier issues whose tokens go on working, and those that are remembered at all. A request that is changed all day would else fill the
 * record until the server takes it no more: then nobody could revoke it. A token keeps its grace
 * while no more rotations than that follow within it.
 */
const MOST_AT_WORK = 250
const MOST_KNOWN = 300

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
  const hurried = all.map((each, i) => (i < all.length - MOST_AT_WORK ? { ...each, at: Math.min(each.at, now) } : each))
  if (hurried.length <= MOST_KNOWN) return hurried
  const lastOnes = new Set(hurried.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, MOST_KNOWN))
  return hurried.filter(each => lastOnes.has(each))
}

function endOf({ at, expiresAt = at }: Retiring): number {
  return expiresAt
}

function retiringOf(issue: number, { expiresAt, by, cluster }: Issued, at: number): Retiring {
  return { issue, at, expiresAt, ...(by === 'secret' ? { cluster } : {}) }
}
