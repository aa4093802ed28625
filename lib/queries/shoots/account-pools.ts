import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { poolSpellings } from '../pools/pool-spellings.ts'

/** The pools of accounts, each looked up once, since many shoots run on one account. */
export class AccountPools {
  readonly inventory: Inventory
  readonly #pools = new Map<string, readonly string[]>()

  constructor(inventory: Inventory) {
    this.inventory = inventory
  }

  /** Every pool an account has a binding in, where its shoots are counted; by key, and as pages write it: `aws~eu`, `aws · EU`. */
  of(account: string): readonly string[] {
    let pools = this.#pools.get(account)
    if (pools === undefined) {
      pools = this.#find(account).flatMap(poolSpellings)
      this.#pools.set(account, pools)
    }
    return pools
  }

  /** To be called when a binding changed. */
  forget(): void {
    this.#pools.clear()
  }

  #find(account: string): readonly string[] {
    return this.inventory.bindingsOfAccount(account).flatMap(binding => {
      const pooled = this.inventory.pools.get(binding)
      const pool = pooled?.labels.hyperscalerType ? poolOf(pooled) : null
      return pool ? [poolKey(pool)] : []
    })
  }
}
