import type { Pool } from '#lib/hap/pools/pool.ts'
import { countStates } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { NONE_UNUSABLE, type UnusableCause } from '#lib/hap/selection/usability.ts'
import type { PoolShare, Usage } from './pool-share.ts'

/** The sum of the shares of one pool. */
export class PoolTotals {
  readonly pool: Pool | null
  readonly states: Record<BindingState, number> = { ...countStates([], 0) }
  readonly tenants = new Map<string, Usage>()
  /** Bindings, as HAP counts accounts. */
  accounts = 0
  shoots = 0
  empty = 0
  readonly unusable: Record<UnusableCause, number> = { ...NONE_UNUSABLE }

  constructor(pool: Pool | null) {
    this.pool = pool
  }

  add(share: PoolShare): void {
    this.#change(share, 1)
  }

  remove(share: PoolShare): void {
    this.#change(share, -1)
  }

  #change({ states, tenants, shoots, empty, unusable }: PoolShare, times: 1 | -1): void {
    for (const state of states) this.states[state] += times
    this.accounts += times * states.length
    this.shoots += times * shoots
    this.empty += times * empty
    for (const cause of unusable) this.unusable[cause] += times
    for (const [tenant, { accounts, shoots }] of tenants) {
      const before = this.tenants.get(tenant) ?? { accounts: 0, shoots: 0 }
      const after = { accounts: before.accounts + times * accounts, shoots: before.shoots + times * shoots }
      if (after.accounts === 0 && after.shoots === 0) this.tenants.delete(tenant)
      else this.tenants.set(tenant, after)
    }
  }
}
