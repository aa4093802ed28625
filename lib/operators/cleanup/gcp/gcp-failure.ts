import type { CleanerFailure } from '../cleaner-error.ts'

type Known = Exclude<CleanerFailure, 'protected'> | 'gone'

/** Reasons of errors of Compute Engine (Google API reference); operations that fail give them as codes. */
const REASONS: ReadonlyMap<string, Known> = new Map([
  ['authError', 'credentials'],
  ['forbidden', 'forbidden'],
  ['accessNotConfigured', 'forbidden'],
  ['rateLimitExceeded', 'throttled'],
  ['userRateLimitExceeded', 'throttled'],
  ['quotaExceeded', 'throttled'],
  ['RATE_LIMIT_EXCEEDED', 'throttled'],
  ['backendError', 'unavailable'],
  ['internalError', 'unavailable'],
  ['INTERNAL_ERROR', 'unavailable'],
  ['resourceInUseByAnotherResource', 'refused'],
  ['RESOURCE_IN_USE_BY_ANOTHER_RESOURCE', 'refused'],
  ['resourceNotReady', 'refused'],
  ['RESOURCE_NOT_READY', 'refused'],
  ['notFound', 'gone'],
  ['RESOURCE_NOT_FOUND', 'gone'],
] as const)

/** What an answer of Compute Engine that is no success means; an operation that failed has no status of its own: 400. */
export function gcpFailure(status: number, reason: string): Known {
  const known = REASONS.get(reason)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  if (status === 404) return 'gone'
  if (status === 409 || status === 412) return 'refused'
  return status === 403 ? 'forbidden' : 'unexpected'
}
