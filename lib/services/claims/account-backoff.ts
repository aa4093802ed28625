import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'

/** After the first time it is tried again so soon, and then half as often: what was in the way goes without a word. */
const FIRST_MS = 30_000
const MAX_PAUSE_MS = 60_000

interface Backoff {
  readonly until: number
  readonly pause: number
}

/**
 * Accounts that look fit and were not to be had. Who waits in the queue tries them again ever less often: each attempt is a line in
 * the audit log, and a write that Gardener refuses. Known to this process only.
 */
export class AccountBackoff {
  readonly #all = new Map<string, Backoff>()

  /** Gardener refused to write a binding: for anybody, as long as it stays as it is. */
  unwritable(binding: Binding, now: number): void {
    this.#record(ofVersion(binding), now)
  }

  /** Claims of others are on an account that a tenant was to get. */
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
    // Those who tried at the same time, or came later and do not wait, tell nothing new.
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
