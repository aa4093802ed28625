import { earlierExpiry, expiryOutside, lastExpiry } from './last-expiry.ts'
import { nextRemoval } from './next-removal.ts'
import type { Observed } from './observed.ts'
import type { Step } from './step.ts'

/**
 * A server refuses a token at once, or accepts it for up to 10 s after its end, out of its cache (Kubernetes). Tries in between
 * tell nothing, and a thousand revocations at once would keep it busy with them.
 */
const AT_ONCE_MS = 1_000
const CACHED_MS = 10_200

/**
 * What is next for a request that is being revoked. Fence, removal, proof: each is remembered, so that a revocation once begun
 * comes to its end whatever becomes of the annotation, and no issue follows it.
 */
export function nextRevoking(observed: Observed, now: number): Step {
  const { request, secret, target, inside } = observed
  const { record } = secret
  const revocation = record?.revocation ?? null
  if (record === null || revocation === null) {
    // With something that was issued after all, it begins anew.
    if (request.told.revocation !== null && !record?.issued) {
      return { do: 'remember', revocation: request.told.revocation }
    }
    return request.revoke ? { do: 'fence' } : { do: 'fence', because: 'cluster-deleted' }
  }
  if (revocation.done !== null) return { do: 'wait', until: null, because: 'revoked' }
  const { issued } = record
  // A Cluster that was made does not go before its shoot.
  if (target.state === 'gone' || (target.state === 'no-cluster' && issued?.by === 'shoot')) {
    const outside = expiryOutside(observed, null)
    if (outside !== null && outside > now) return { do: 'wait', until: outside, because: 'revoking' }
    return { do: 'note-revoked', proof: 'cluster-gone' }
  }
  const last = lastExpiry(observed)
  if (revocation.removedAt !== null) {
    // Without a cluster, nobody may ever answer: of tokens that are over, time has told enough.
    if (target.state !== 'found' && last !== null && last <= now) return { do: 'note-revoked', proof: 'expired' }
    return nextProbe(revocation.removedAt, now)
  }
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    // Each token has its anchor, whoever deleted the record of it.
    if (last === null && record.issue === 0 && inside.anchors.length > 0) {
      return { do: 'note-issue', issue: Math.max(1, ...inside.anchors.map(({ issue }) => issue)) }
    }
    const removal = nextRemoval(inside)
    if (removal !== null) return removal
    const outside = expiryOutside(observed, inside.cluster)
    if (outside !== null && outside > now) return { do: 'wait', until: outside, because: 'revoking' }
    if (last !== null && record.issue === 0) return { do: 'note-revoked', proof: 'untried' }
    return record.issue === 0 ? { do: 'note-revoked', proof: 'nothing-issued' } : { do: 'note-removed' }
  }
  if (last === null && record.issue === 0) return { do: 'note-revoked', proof: 'nothing-issued' }
  if (last !== null && last <= now) return { do: 'note-revoked', proof: 'expired' }
  if (target.state === 'not-ready') return { do: 'wait', until: last, because: 'not-ready' }
  // Nobody knows a way to the cluster any more, though it may be there (one that was brought): time does the rest. That the
  // newest token is refused tells nothing of an earlier one, or may only mean that it has expired.
  const earlier = earlierExpiry(observed)
  const outlived = issued === null || issued.expiresAt <= now || (earlier !== null && earlier > now)
  return outlived ? { do: 'wait', until: last, because: 'revoking' } : { do: 'probe' }
}

function nextProbe(removedAt: number, now: number): Step {
  const cached = removedAt + CACHED_MS
  return now > removedAt + AT_ONCE_MS && now < cached
    ? { do: 'wait', until: cached, because: 'revoking' }
    : { do: 'probe' }
}
