import { narrowing } from './next-issuing.ts'
import { nextRemoval } from './next-removal.ts'
import type { Observed } from './observed.ts'
import type { Step } from './step.ts'

/**
 * What is next for a request whose Secret belongs to somebody else, be it that the mark of its owner was taken off. Nothing can be
 * published there, nor remembered; but what was given before is taken away as asked: nobody keeps an access by taking a Secret.
 */
export function nextBesideForeign({ request, target, inside, wanted }: Observed): Step {
  const wait: Step = { do: 'wait', until: null, because: 'secret-foreign' }
  const takesAway = request.revoke ? request.told.revocation === null : request.told.expiresAt !== null
  if (!takesAway || target.state !== 'found') return wait
  if (inside === null) return { do: 'look' }
  return (request.revoke ? nextRemoval(inside) : narrowing(inside, wanted)) ?? wait
}
