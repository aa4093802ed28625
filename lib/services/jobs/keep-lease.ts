import { StoreError } from '#lib/store/failure/store-errors.ts'
import { type JobLease, renewJob } from '#lib/store/jobs/lease.ts'
import type { Store } from '#lib/store/store.ts'

/** How long a job stays with a process that does not renew its lease. */
export const LEASE_MS = 30_000
/** Renewals in the time of one lease; each also reads whether the job is cancelled. */
const RENEWALS = 20

export interface KeptLease {
  /** Aborts when another process may have the job. */
  readonly lost: AbortSignal
  /** Aborts when somebody asked to cancel the job. */
  readonly cancelled: AbortSignal
  stop(): void
}

/** Keeps a job in the hands of this process until that is stopped. */
export function keepLease(store: Store, lease: JobLease, leaseMs: number): KeptLease {
  const renewMs = leaseMs / RENEWALS
  const lost = new AbortController()
  const cancelled = new AbortController()
  let timer: NodeJS.Timeout
  let expiry: NodeJS.Timeout
  let stopped = false
  // Also while a renewal waits for its answer.
  const expireAt = (at: number) => {
    clearTimeout(expiry)
    expiry = setTimeout(() => lost.abort(), at - performance.now())
  }
  const renew = async () => {
    const asked = performance.now()
    try {
      const state = await renewJob(store.db, lease, leaseMs)
      if (state === 'cancelled') cancelled.abort()
      if (state === 'lost') lost.abort()
      else if (!stopped) expireAt(asked + leaseMs)
    } catch (error) {
      if (!(error instanceof StoreError)) lost.abort()
    }
    if (!stopped && !lost.signal.aborted) timer = setTimeout(renew, renewMs)
  }
  timer = setTimeout(renew, renewMs)
  expireAt(performance.now() + leaseMs)
  return {
    lost: lost.signal,
    cancelled: cancelled.signal,
    stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(expiry)
    },
  }
}
