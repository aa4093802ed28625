import type { CleanerFailure } from '../cleaner-error.ts'

type Known = Exclude<CleanerFailure, 'protected'> | 'gone'

/** Error codes of Azure Resource Manager and of its sign-in (Azure REST references). */
const CODES: ReadonlyMap<string, Known> = new Map([
  ['invalid_client', 'credentials'],
  ['unauthorized_client', 'credentials'],
  ['AuthenticationFailed', 'credentials'],
  ['InvalidAuthenticationToken', 'credentials'],
  ['ExpiredAuthenticationToken', 'credentials'],
  ['AuthorizationFailed', 'forbidden'],
  ['TooManyRequests', 'throttled'],
  ['SubscriptionRequestsThrottled', 'throttled'],
  ['ServerTimeout', 'unavailable'],
  ['ScopeLocked', 'refused'],
  ['ResourceGroupBeingDeleted', 'refused'],
  ['ResourceGroupDeletionBlocked', 'refused'],
  ['ResourceGroupDeletionTimeout', 'refused'],
  ['Conflict', 'refused'],
  ['ResourceGroupNotFound', 'gone'],
] as const)

/** What an answer of Azure that is no success means. */
export function azureFailure(status: number, code: string): Known {
  const known = CODES.get(code)
  if (known !== undefined) return known
  if (status === 429) return 'throttled'
  if (status === 408 || status >= 500) return 'unavailable'
  if (status === 401) return 'credentials'
  if (status === 409) return 'refused'
  return status === 403 ? 'forbidden' : 'unexpected'
}
