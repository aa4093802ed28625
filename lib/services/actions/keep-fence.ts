import type { AccountFence } from './action-context.ts'

/** Well below the time a fence lasts by itself. */
const RENEW_MS = 10_000

/** The account is no longer kept for an action that waits. */
export class FenceLostError extends Error {
  override readonly name = 'FenceLostError'
}

export interface KeptFence {
  /** Aborts with a FenceLostError when the fence has ended. */
  readonly lost: AbortSignal
  stop(): void
}

/** Renews a fence until that is stopped: an action may wait for its turn longer than the fence lasts by itself. */
export function keepFence(fence: Pick<AccountFence, 'holds'>): KeptFence {
  const lost = new AbortController()
  const renew = async () => {
    // A database that does not answer is asked again, at the latest before the write.
    if (!(await fence.holds().catch(() => true))) lost.abort(new FenceLostError())
  }
  const timer = setInterval(renew, RENEW_MS)
  return { lost: lost.signal, stop: () => clearInterval(timer) }
}
