import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Measured } from '#lib/measured.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/** What a claim came to: its account by `reuse`, `claim` or `shared`, else its status; `error-…` for one that threw. */
export function claimOutcome({ result, error }: Measured<'claim'>): string {
  if (error !== undefined) return errorOutcome(error)
  // The channel carries what the service answers.
  const { claim } = result as ClaimAnswer
  const given = claim.status === 'reserved' || claim.status === 'active'
  return given && claim.outcome !== null ? claim.outcome : claim.status
}

/** What a request to an API server came to: `ok`, or the kind of its failure. */
export function gardenerOutcome({ error }: Measured<'gardener-request'>): string {
  if (error === undefined) return 'ok'
  return error instanceof GardenError ? error.kind : 'aborted'
}

function errorOutcome(error: unknown): string {
  if (error instanceof ClaimError) return `error-${error.status}`
  if (error instanceof StoreError) return 'error-database'
  return error instanceof GardenError ? 'error-gardener' : 'error'
}
