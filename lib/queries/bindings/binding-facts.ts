import { type EffectiveLimit, effectiveLimit } from '#lib/hap/lifecycle/limits.ts'
import { onAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import type { QueryContext } from '../query-context.ts'
import { infrastructureErrors } from './infrastructure-errors.ts'
import { isStuck } from './stuck.ts'

/** What lists search and sort a binding by; read lazily, since most rows are only filtered. */
export class BindingFacts {
  readonly pooled: PooledBinding
  readonly #context: QueryContext
  #shoots: number | null = null

  constructor(pooled: PooledBinding, context: QueryContext) {
    this.pooled = pooled
    this.#context = context
  }

  get state(): BindingState {
    return stateAt(this.pooled, this.#context.at)
  }

  get malformed(): boolean {
    return this.pooled.problems.length > 0
  }

  get pool(): Pool | null {
    return poolOf(this.pooled)
  }

  get poolKey(): string | null {
    const pool = this.pool
    return pool && poolKey(pool)
  }

  get account(): string {
    return accountKey(this.pooled.binding.account)
  }

  /** Shoots on the account, through whichever binding. */
  get shoots(): number {
    // Sorting asks many times.
    this.#shoots ??= this.#context.inventory.shootCountOfAccount(this.account)
    return this.#shoots
  }

  /** Of the shoots on the account those that report infrastructure errors. */
  get failing(): number {
    const shoots = this.#context.inventory.shootsOfAccount(this.account)
    return shoots.filter(shoot => infrastructureErrors(shoot).length > 0).length
  }

  get stuck(): boolean {
    return isStuck(this, this.#context.at)
  }

  /** Other bindings that refer to the same account. */
  get others(): number {
    return this.#context.inventory.bindingsOfAccount(this.account).length - 1
  }

  /** Most shoots the account should carry; null unless its tenant may own several accounts (seed 003). */
  get limit(): EffectiveLimit | null {
    const { multiAccount } = this.#context.rules
    const { tenantName } = this.pooled.labels
    if (tenantName === null || !onAllowlist(multiAccount.allowed, tenantName)) return null
    const provider = this.pooled.binding.providers[0] ?? ''
    return effectiveLimit(multiAccount.limits, provider, policyOf(this.#context.semantics))
  }

  /** Whole days since the binding was made. */
  get ageDays(): number {
    return Math.floor((this.#context.at - Date.parse(this.pooled.binding.createdAt)) / 86_400_000)
  }

  /** Since when it is in its state, where that was noted; RFC 3339. */
  get since(): string | null {
    return this.pooled.binding.deletedAt ?? this.pooled.binding.annotations[ANNOTATIONS.stateSince] ?? null
  }
}
