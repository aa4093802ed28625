import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'

/** First delay before a retry; it doubles up to MAX_PAUSE_MS. No event announces that the obstacle is gone. */
const FIRST_MS = 30_000
const MAX_PAUSE_MS = 60_000

interface Backoff {
  readonly until: number
  readonly pause: number
}

/**
 * Backoff of the queue for accounts that look usable but could not be claimed: each attempt costs
 * an audit record and a rejected write. Known to this process only.
 */
export class AccountBackoff {
  readonly #all = new Map<string, Backoff>()

  /**
   * Gardener rejects writes of a binding: the backoff applies to all tenants until the binding
   * changes.
   */
  unwritable(binding: Binding, now: number): void {
    this.#record(ofVersion(binding), now)
  }

  /** Claims of other tenants are on an account of this tenant. */
  foreign(account: string, tenant: string, now: number): void {
    this.#record(ofTenant(account, tenant), now)
  }

  /** Whether it is too early for a tenant to try a binding again. */
  holds(binding: Binding, tenant: string, now: number): boolean {
    const keys = [ofVersion(binding), ofTenant(accountKey(binding.account), tenant)]
    return keys.some(key => now < (this.#all.get(key)?.until ?? now))
  }

  #record(key: string, now: number): void {
    for (const [each, { until }] of this.#all) if (until + MAX_PAUSE_MS < now) this.#all.delete(each)
    const last = this.#all.get(key)
    // Concurrent attempts and claims that do not wait fail for the same cause and do not raise the delay.
    if (last && now < last.until) return
    const pause = Math.min(MAX_PAUSE_MS, 2 * (last?.pause ?? FIRST_MS / 2))
    this.#all.set(key, { until: now + pause, pause })
  }
}

function ofVersion(binding: Binding): string {
  return `${bindingKey(binding)} ${binding.uid} ${binding.resourceVersion}`
}

function ofTenant(account: string, tenant: string): string {
  return `${account} ${tenant}`
}
