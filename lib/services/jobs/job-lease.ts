import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { type JobLease, renewJob } from '#lib/store/jobs/job-lease.ts'
import type { Store } from '#lib/store/store.ts'

/** Duration of a lease without renewal. */
export const LEASE_MS = 30_000
/** Renewals per lease; each also reads whether the job is cancelled. */
const RENEWALS = 20

interface RenewedLease {
  /** Aborts when the lease is lost and another process may hold the job. */
  readonly lost: AbortSignal
  /** Aborts when a user cancels the job. */
  readonly cancelled: AbortSignal
  stop(): void
}

/** Renews the lease of a job until `stop`. */
export function renewLease(store: Store, lease: JobLease, leaseMs: number): RenewedLease {
  const renewMs = leaseMs / RENEWALS
  const lost = new AbortController()
  const cancelled = new AbortController()
  let timer: NodeJS.Timeout
  let expiry: NodeJS.Timeout
  let stopped = false
  // Runs even while a renewal waits for its answer.
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

/** Waits for a time, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
