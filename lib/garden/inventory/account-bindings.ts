import type { Binding } from '#lib/hap/pools/binding.ts'
import type { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { type PooledBinding, pooledBinding } from '#lib/hap/pools/pooled-binding.ts'

/** The part of an inventory that knows bindings by pool and by account. */
export interface BindingIndex {
  readonly pools: PoolIndex
  /** `account`: its key. */
  bindingsOfAccount(account: string): readonly Binding[]
}

/** Bindings of an account, by its key, that carry labels of HAP. */
export function accountBindings(inventory: BindingIndex, account: string): readonly PooledBinding[] {
  return inventory.bindingsOfAccount(account).flatMap(binding => labelledBinding(inventory, binding) ?? [])
}

/**
 * A binding of the inventory with what its labels say; null without labels of HAP. Also of a kind that the pools are not made of: a
 * label that was left there tells of the same account.
 */
export function labelledBinding({ pools }: Pick<BindingIndex, 'pools'>, binding: Binding): PooledBinding | null {
  return pools.get(binding) ?? pooledBinding(binding)
}
