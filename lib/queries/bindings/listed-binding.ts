import { findMigration } from '#lib/garden/inventory/account-bindings.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, pooledMigration } from '#lib/hap/pools/pooled-binding.ts'

/** A binding that lists show: one of HAP, or one that Gardener migrated without its labels; null for any other. */
export function listedBinding(inventory: Inventory, ref: BindingRef): PooledBinding | null {
  const pooled = inventory.pools.get(ref)
  if (pooled !== null) return pooled
  const binding = inventory.binding(bindingKey(ref))
  const migration = binding && findMigration(inventory, binding)
  return migration && pooledMigration(migration)
}
