import { nextRemoval } from './next-removal.ts'
import type { Observed } from './observed.ts'
import type { Step } from './step.ts'

/** What is next for a request that is being deleted: all of it goes, then the request may. */
export function nextClearing({ secret, target, inside }: Observed, now: number): Step {
  const ours = secret.version !== null && !secret.foreign
  const issued = secret.record?.issued ?? null
  // Nobody publishes to a fenced Secret, not even an operator that has not heard of the deletion.
  if (ours && (secret.record?.revocation ?? null) === null) return { do: 'fence' }
  if (target.state === 'found') {
    if (inside === null) return { do: 'look' }
    const removal = nextRemoval(inside)
    if (removal !== null) return removal
  }
  // A shoot is gone with all that was in it. A cluster that was brought goes on without us: then time has to end the access.
  const outside = target.state === 'no-way' || (target.state === 'no-cluster' && issued?.by === 'secret')
  if (outside && issued !== null && issued.expiresAt > now) {
    return { do: 'wait', until: issued.expiresAt, because: 'no-way' }
  }
  return { do: ours ? 'delete-secret' : 'drop-finalizer' }
}
