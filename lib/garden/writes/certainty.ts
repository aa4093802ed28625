import type { GardenError } from '#lib/garden/client/garden-error.ts'

/**
 * What a failed write tells about itself. `refused`: nothing was written, and trying again is no use · `conflict`: the binding has
 * another version · `later`: nothing was written, and the same may work later · `unknown`: it may have been carried out.
 */
export type Certainty = 'refused' | 'conflict' | 'later' | 'unknown'

/** A server that fails by itself (5xx) may have committed before, as may one whose answer was lost. */
export function certaintyOf({ kind, status, obstacle, outcomeUnknown }: GardenError): Certainty {
  if (obstacle === 'restored') return 'refused'
  if (kind === 'conflict') return 'conflict'
  if (outcomeUnknown) return 'unknown'
  if (kind === 'throttled') return 'later'
  if (status !== null) return status >= 500 || status === 408 ? 'unknown' : 'refused'
  if (kind === 'unexpected') return 'unknown'
  return kind === 'unauthenticated' ? 'refused' : 'later'
}
