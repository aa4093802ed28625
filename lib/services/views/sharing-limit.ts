import type { User } from '#lib/auth/session.ts'
import { RateSketch } from '#lib/http/rate-limits.ts'

/** Changes of shared views by one user within a minute. */
export const MAX_SHARED_CHANGES = 30

const RATE = { perMinute: MAX_SHARED_CHANGES, burst: MAX_SHARED_CHANGES }

/**
 * Returns whether a user may change another shared view, and counts the change. Each change is recorded in the audit log,
 * which is never shortened, and every user may make it. `now`: a monotonic clock in milliseconds.
 */
export function createSharingLimit(now: () => number = () => performance.now()): (user: User) => boolean {
  const changes = new RateSketch()
  return ({ id }) => changes.take(id, RATE, now()) === 0
}
