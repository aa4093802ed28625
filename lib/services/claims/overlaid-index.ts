import { accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { mergeBindings, PoolIndex, type Slot } from '#lib/hap/pools/pool-index.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { claimStart } from '#lib/hap/selection/search.ts'
import type { RecentBindings } from './recent-bindings.ts'

/** Free bindings whose turn it would be next, of those that are told. */
const SHOWN = 20

type List = readonly PooledBinding[]

/** Keys of accounts. */
export type Accounts = Pick<ReadonlySet<string>, 'has' | 'size'>

/** The index of the inventory with what is known better on top, and without some accounts; it copies no more than it is asked for. */
export class OverlaidIndex extends PoolIndex {
  readonly #base: PoolIndex
  readonly #recent: RecentBindings
  readonly #without: Accounts

  readonly #tenant: string

  /** `tenant`: who asks. */
  constructor(base: PoolIndex, recent: RecentBindings, tenant: string, without: Accounts) {
    super()
    this.#tenant = tenant
    this.#base = base
    this.#recent = recent
    this.#without = without
  }

  override get size(): number {
    return [...this.values()].length
  }

  override *values(): IterableIterator<PooledBinding> {
    yield* this.#merged([...this.#base.values()], [...this.#recent.index.values()])
  }

  override get(ref: BindingRef): PooledBinding | null {
    const pooled = (this.#recent.has(ref) ? this.#recent.index : this.#base).get(ref)
    return pooled && this.#isKept(pooled) ? pooled : null
  }

  override owned(pool: Pool, tenant: string): List {
    return this.#merged(this.#base.owned(pool, tenant), this.#recent.index.owned(pool, tenant))
  }

  override unowned(pool: Pool): List {
    return this.#merged(this.#base.unowned(pool), this.#recent.index.unowned(pool))
  }

  override claimable(pool: Pool): List {
    return this.#merged(this.#base.claimable(pool), this.#recent.index.claimable(pool))
  }

  override dedicated(pool: Pool): List {
    return this.#merged(this.#base.dedicated(pool), this.#recent.index.dedicated(pool))
  }

  override shared(pool: Pool): List {
    return this.#merged(this.#base.shared(pool), this.#recent.index.shared(pool))
  }

  /**
   * For the reasons of a decision: shared bindings all, of dedicated ones the tenant's own and the free ones whose turn comes
   * first. A pool has thousands, and nobody reads why each of them was not taken.
   */
  override *slots(hyperscalerType: string): Iterable<Slot> {
    for (const euAccess of [true, false]) {
      const classOf = (use: Slot['labelClass']['use']) => ({ euAccess: euAccess ? 'true' : 'absent', use }) as const
      const shared = this.shared({ hyperscalerType, euAccess, shared: true })
      if (shared.length > 0) yield { labelClass: classOf('shared'), all: shared, tenantless: [], claimable: [] }
      const pool = { hyperscalerType, euAccess, shared: false }
      const free = this.claimable(pool)
      const start = claimStart(this.#tenant, hyperscalerType, free.length)
      const wrapped = Math.min(start, Math.max(0, start + SHOWN - free.length))
      const next = [...free.slice(0, wrapped), ...free.slice(start, start + SHOWN)]
      const all = mergeBindings([this.owned(pool, this.#tenant), next])
      if (all.length > 0) yield { labelClass: classOf('dedicated'), all, tenantless: next, claimable: next }
    }
  }

  #merged(base: List, recent: List): List {
    const kept = this.#recent.size === 0 && this.#without.size === 0 ? base : base.filter(one => this.#isCurrent(one))
    return mergeBindings([kept, this.#without.size === 0 ? recent : recent.filter(one => this.#isKept(one))])
  }

  #isCurrent(pooled: PooledBinding): boolean {
    return !this.#recent.has(pooled.binding) && this.#isKept(pooled)
  }

  #isKept({ binding }: PooledBinding): boolean {
    return this.#without.size === 0 || !this.#without.has(accountKey(binding.account))
  }
}
