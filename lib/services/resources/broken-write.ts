import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BrokenOff, brokenOff } from '#lib/services/audit/broken-off.ts'

/** What a write to the control plane came to that ended with an error. */
export function brokenWrite(error: unknown): BrokenOff {
  if (error instanceof GardenError) return error.certainty === 'unknown' ? 'unknown' : 'failed'
  return brokenOff(error)
}
