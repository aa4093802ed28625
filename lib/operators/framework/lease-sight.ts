import { holderOf, type LeaseObject } from './lease.ts'

/**
 * Tells when the lease of somebody else is over. Its times are by the clock of another machine, so that only their change counts:
 * a lease is over when we saw none for as long as it lasts, by our own ticks (as in client-go).
 */
export class LeaseSight {
  #record = ''
  #seenAt = 0

  /** `ticks`: milliseconds that only grow, when it was read. */
  see(lease: LeaseObject, ticks: number): void {
    const { acquireTime = '', renewTime = '' } = lease.spec ?? {}
    const record = [holderOf(lease) ?? '', acquireTime, renewTime].join('\n')
    if (record === this.#record) return
    this.#record = record
    this.#seenAt = ticks
  }

  /** Whether nobody holds the lease that was seen last; `durationMs` for one that does not say how long it lasts. */
  isFree(lease: LeaseObject, ticks: number, durationMs: number): boolean {
    if (holderOf(lease) === null) return true
    const seconds = lease.spec?.leaseDurationSeconds
    return ticks - this.#seenAt > (seconds === undefined ? durationMs : seconds * 1_000)
  }
}
