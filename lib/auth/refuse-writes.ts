import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { Auth } from './auth.ts'
import { OBSERVE_MODE_REASON } from './roles.ts'

/** What a write changes. `ownData`: only data of the console, such as views, which observe mode permits. */
export interface Change {
  readonly ownData?: true
}

/** Refuses a write in observe mode. Throws RefusedRequestError 403. */
export function refuseWhileObserving(
  { observes }: Pick<Auth, 'observes'>,
  { ownData = false }: { ownData?: boolean },
): void {
  if (observes && !ownData) throw new RefusedRequestError(403, OBSERVE_MODE_REASON)
}
