import { expiryOutside, lastExpiry } from './last-expiry.ts'
import { nextRemoval } from './next-removal.ts'
import type { Observed } from './observed.ts'
import type { Step } from './step.ts'

/** What is next for a request that is being deleted: all of it goes, then the request may. */
export function nextClearing(observed: Observed, now: number): Step {
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
