import { earlierExpiry, expiryOutside, lastExpiry } from './last-expiry.ts'
import { narrowing, nextIssuing } from './next-issuing.ts'
import type { Inside, Observed } from './observed.ts'
import type { Step } from './step.ts'

/**
 * Next step of a request, a pure function of the observed state. This function can continue after
 * every step, so a crash between two steps only costs time. Revocation overrides everything but
 * deletion; an imported cluster that loses its Cluster requires one as well.
 */
export function nextStep(observed: Observed, now: number): Step {
  const { request, secret, target, wanted } = observed
  const record = secret.record
  const leaving = (target.state === 'found' || target.state === 'no-way') && target.leaving
  if (request.deleting) {
    return request.finalizer ? nextClearing(observed, now) : { do: 'wait', until: null, because: 'released' }
  }
  // A request without a finalizer was never served and may wait for another Cluster of that name.
  if (!request.finalizer) {
    return leaving ? { do: 'wait', until: null, because: 'cluster-leaving' } : { do: 'add-finalizer' }
  }
  if (secret.foreign) return nextBesideForeign(observed)
  if (request.revoke || leaving || (record !== null && record.revocation !== null)) return nextRevoking(observed, now)
  if (request.rotate) {
    // The first issue counts as a rotation.
    if (record === null || record.issue === 0) return { do: 'acknowledge-rotation' }
    // Reduced rules are applied first; a recorded rotation is not recorded again.
    if (record.applied === wanted.digest) {
      return { do: record.rotateAfter === null ? 'note-rotation' : 'acknowledge-rotation' }
    }
  }
  return nextIssuing(observed, now)
}

/**
 * Next step of a revocation. Fence, removal and proof are persisted, so that a revocation completes
 * regardless of the annotation and no issue follows it.
 */
function nextRevoking(observed: Observed, now: number): Step {
  const { request, secret, target, inside } = observed
  const { record } = secret
  const revocation = record?.revocation ?? null
  if (record === null || revocation === null) {
    // A later issue restarts the revocation.
    if (request.reported.revocation !== null && !record?.issued) {
      return { do: 'remember', revocation: request.reported.revocation }
    }
    return request.revoke ? { do: 'fence' } : { do: 'fence', because: 'cluster-deleted' }
  }
  if (revocation.done !== null) return { do: 'wait', until: null, because: 'revoked' }
  const { issued } = record
  // A managed Cluster disappears only after its shoot.
  if (target.state === 'gone' || (target.state === 'no-cluster' && issued?.by === 'shoot')) {
    const outside = expiryOutside(observed, null)
    if (outside !== null && outside > now) return { do: 'wait', until: outside, because: 'revoking' }
    return { do: 'note-revoked', proof: 'cluster-gone' }
  }
  const last = lastExpiry(observed)
  if (revocation.removedAt !== null) {
    // Without a cluster no probe may ever be answered, and expired tokens are proof enough.
    if (target.state !== 'found' && last !== null && last <= now) return { do: 'note-revoked', proof: 'expired' }
    return nextProbe(revocation.removedAt, now)
  }
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    // Each token has an anchor, even without a record.
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
  // The cluster may exist without a known access (imported): tokens end by expiry. A refused newest
  // token proves nothing about earlier ones, and may have expired itself.
  const earlier = earlierExpiry(observed)
  const outlived = issued === null || issued.expiresAt <= now || (earlier !== null && earlier > now)
  return outlived ? { do: 'wait', until: last, because: 'revoking' } : { do: 'probe' }
}

/** Next step of a deletion: all objects first, then the request. */
function nextClearing(observed: Observed, now: number): Step {
  const { request, secret, target, inside } = observed
  const ours = secret.version !== null && !secret.foreign
  // No operator publishes to a fenced Secret, even one that has not seen the deletion.
  if (ours && (secret.record?.revocation ?? null) === null) return { do: 'fence' }
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    const removal = nextRemoval(inside)
    if (removal !== null) return removal
  }
  const until = outOfReach(observed)
  if (until !== null && until > now) return { do: 'wait', until, because: 'no-way' }
  if (!ours) return { do: 'drop-finalizer' }
  // Without a record the status counts as the last known state.
  return { do: request.lastExpiry === null ? 'delete-secret' : 'forget-expiry' }
}

/**
 * Next step of a request with a foreign Secret, also one that lost its owner reference. Nothing can
 * be published or recorded there, but existing access is still removed on request: replacing the
 * Secret must not preserve access.
 */
function nextBesideForeign({ request, target, inside, wanted }: Observed): Step {
  const wait: Step = { do: 'wait', until: null, because: 'secret-foreign' }
  const takesAway = request.revoke ? request.reported.revocation === null : request.reported.expiresAt !== null
  if (!takesAway || target.state !== 'found') return wait
  if (inside === null) return { do: 'look' }
  return (request.revoke ? nextRemoval(inside) : narrowing(inside, wanted)) ?? wait
}

/**
 * Next object to delete from the cluster; null without one. Bindings first, which grant all rights;
 * then the Secrets that tokens are bound to, the account and the unused roles.
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

/** Whether no access of a terminating request can work any more; only bookkeeping remains. */
export function isCleared(observed: Observed, now: number): boolean {
  return observed.request.deleting && LAST_STEPS.has(nextClearing(observed, now).do)
}

const LAST_STEPS: ReadonlySet<Step['do']> = new Set<Step['do']>(['forget-expiry', 'delete-secret', 'drop-finalizer'])

/**
 * Time until which unreachable access may work. A shoot ends with all its content; access to an
 * imported cluster ends by expiry.
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
 * A server refuses a token at once or accepts it for up to 10 s after its end from its cache
 * (Kubernetes). Probes in between prove nothing and would load the server during mass revocations.
 */
const AT_ONCE_MS = 1_000
const CACHED_MS = 10_200

function nextProbe(removedAt: number, now: number): Step {
  const cached = removedAt + CACHED_MS
  return now > removedAt + AT_ONCE_MS && now < cached
    ? { do: 'wait', until: cached, because: 'revoking' }
    : { do: 'probe' }
}
