import { GardenError } from '#lib/garden/client/garden-error.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/** An error for the log: our own words, or of what nobody foresaw only the kind, since a library may quote what it was given. */
export function reasonOf(error: unknown): string {
  if (OURS.some(kind => error instanceof kind) && error instanceof Error) return error.message
  return error instanceof Error ? error.name : 'It is not known.'
}

const OURS = [GardenError, WriteError, StoreError, ClaimError]
