import { earlierExpiry, expiryOutside, lastExpiry } from './last-expiry.ts'
import { narrowing, nextIssuing } from './next-issuing.ts'
import type { Inside, Observed } from './observed.ts'
import type { Step } from './step.ts'

/**
 * What is to be done next for a request, from nothing but what is. Every step leaves a state from which this function goes on,
 * so a crash between any two of them costs nothing but time. Revocation wins over everything but deletion; a cluster that was
 * brought and loses its Cluster calls for it as a person does.
 */
export function nextStep(observed: Observed, now: number): Step {
  const { request, secret, target, wanted } = observed
  const record = secret.record
  const leaving = (target.state === 'found' || target.state === 'no-way') && target.leaving
  if (request.deleting) {
    return request.finalizer ? nextClearing(observed, now) : { do: 'wait', until: null, because: 'released' }
  }
  // Whoever was never served may wait for another Cluster of that name.
  if (!request.finalizer) {
    return leaving ? { do: 'wait', until: null, because: 'cluster-leaving' } : { do: 'add-finalizer' }
  }
  if (secret.foreign) return nextBesideForeign(observed)
  if (request.revoke || leaving || (record !== null && record.revocation !== null)) return nextRevoking(observed, now)
  if (request.rotate) {
    // The first issue is as good as a rotation.
    if (record === null || record.issue === 0) return { do: 'acknowledge-rotation' }
    // Rules that were narrowed come first; and a rotation that is noted need not be noted again.
    if (record.applied === wanted.digest) {
      return { do: record.rotateAfter === null ? 'note-rotation' : 'acknowledge-rotation' }
    }
  }
  return nextIssuing(observed, now)
}

/**
 * What is next for a request that is being revoked. Fence, removal, proof: each is remembered, so that a revocation once begun
 * comes to its end whatever becomes of the annotation, and no issue follows it.
 */
function nextRevoking(observed: Observed, now: number): Step {
  const { request, secret, target, inside } = observed
  const { record } = secret
  const revocation = record?.revocation ?? null
  if (record === null || revocation === null) {
    // With something that was issued after all, it begins anew.
    if (request.reported.revocation !== null && !record?.issued) {
      return { do: 'remember', revocation: request.reported.revocation }
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

/** What is next for a request that is being deleted: all of it goes, then the request may. */
function nextClearing(observed: Observed, now: number): Step {
  const { request, secret, target, inside } = observed
  const ours = secret.version !== null && !secret.foreign
  // Nobody publishes to a fenced Secret, not even an operator that has not heard of the deletion.
  if (ours && (secret.record?.revocation ?? null) === null) return { do: 'fence' }
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    const removal = nextRemoval(inside)
    if (removal !== null) return removal
  }
  const until = outOfReach(observed)
  if (until !== null && until > now) return { do: 'wait', until, because: 'no-way' }
  if (!ours) return { do: 'drop-finalizer' }
  // Where there is no record any more, the status would be taken for all that is left of it.
  return { do: request.lastExpiry === null ? 'delete-secret' : 'forget-expiry' }
}

/**
 * What is next for a request whose Secret belongs to somebody else, be it that the mark of its owner was taken off. Nothing can be
 * published there, nor remembered; but what was given before is taken away as asked: nobody keeps an access by taking a Secret.
 */
function nextBesideForeign({ request, target, inside, wanted }: Observed): Step {
  const wait: Step = { do: 'wait', until: null, because: 'secret-foreign' }
  const takesAway = request.revoke ? request.reported.revocation === null : request.reported.expiresAt !== null
  if (!takesAway || target.state !== 'found') return wait
  if (inside === null) return { do: 'look' }
  return (request.revoke ? nextRemoval(inside) : narrowing(inside, wanted)) ?? wait
}

/**
 * The next thing to be taken out of the cluster; null when nothing is left. Bindings first: with them goes the right to do
 * anything, at once. Then the Secrets that tokens are bound to, then the account, and the roles, which nobody has any more.
 */
function nextRemoval({ bindings, anchors, account, roles }: Inside): Step | null {
  const [binding] = bindings
  if (binding !== undefined) return { do: 'delete', kind: 'binding', object: binding }
  const [anchor] = anchors
  if (anchor !== undefined) return { do: 'delete', kind: 'anchor', object: anchor }
  if (account !== null) return { do: 'delete', kind: 'account', object: account }
  const [role] = roles
  return role === undefined ? null : { do: 'delete', kind: 'role', object: role }
}

/** Whether nothing of a request that is being deleted can work any more: what is left to do is no matter of its access. */
export function isCleared(observed: Observed, now: number): boolean {
  return observed.request.deleting && LAST_STEPS.has(nextClearing(observed, now).do)
}

const LAST_STEPS: ReadonlySet<Step['do']> = new Set<Step['do']>(['forget-expiry', 'delete-secret', 'drop-finalizer'])

/**
 * Until when something that nobody can take away may work. A shoot is gone with all that was in it; a cluster that was brought
 * goes on without us: then time has to end the access.
 */
function outOfReach(observed: Observed): number | null {
  const { secret, target, inside } = observed
  const revocation = secret.record?.revocation
  if (revocation?.done) return null
  if (target.state === 'found') return expiryOutside(observed, inside?.cluster ?? null)
  if (revocation?.removedAt) return null
  return target.state === 'no-way' ? lastExpiry(observed) : expiryOutside(observed, null)
}

/**
 * A server refuses a token at once, or accepts it for up to 10 s after its end, out of its cache (Kubernetes). Tries in between
 * tell nothing, and a thousand revocations at once would keep it busy with them.
 */
const AT_ONCE_MS = 1_000
const CACHED_MS = 10_200

function nextProbe(removedAt: number, now: number): Step {
  const cached = removedAt + CACHED_MS
  return now > removedAt + AT_ONCE_MS && now < cached
    ? { do: 'wait', until: cached, because: 'revoking' }
    : { do: 'probe' }
}
