import { nextBesideForeign } from './next-beside-foreign.ts'
import { nextClearing } from './next-clearing.ts'
import { nextIssuing } from './next-issuing.ts'
import { nextRevoking } from './next-revoking.ts'
import type { Observed } from './observed.ts'
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
