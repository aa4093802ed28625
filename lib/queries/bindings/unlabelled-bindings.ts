import { findMigration, listMigrations } from '#lib/garden/inventory/account-bindings.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, pooledMigration, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { unlabelledBinding } from '#lib/hap/pools/unlabelled.ts'
import { onlyPool, reachOf } from '#lib/hap/selection/reach.ts'
import type { QueryContext } from '../query-context.ts'
import { isReached } from '../rules-by-pool.ts'

type RowContext = Pick<QueryContext, 'inventory' | 'rules'>

/** Lists the bindings without labels of HAP as rows: those that Gardener migrated, then all others. */
export function listUnlabelledBindings(context: RowContext): readonly PooledBinding[] {
  const { inventory } = context
  const migrations = listMigrations(inventory)
  const migrated = new Set(migrations.map(({ binding }) => binding))
  const others = [...inventory.bindings()].filter(each => inventory.isUnlabelled(each) && !migrated.has(each))
  const rows = migrations.map(pooledMigration)
  if (others.length === 0) return rows
  const types = knownTypes(context)
  return [...rows, ...others.flatMap(binding => unlabelledBinding(binding, types) ?? [])]
}

/** Returns the row of a binding without labels of HAP; null for a binding that the list leaves out. */
export function findUnlabelledBinding(context: RowContext, binding: Binding): PooledBinding | null {
  const migration = findMigration(context.inventory, binding)
  if (migration !== null) return pooledMigration(migration)
  return context.inventory.isUnlabelled(binding) ? unlabelledBinding(binding, knownTypes(context)) : null
}

/** Hyperscaler types that rules select: those of pools, and those that a rule names completely. */
export function knownTypes({ inventory, rules }: RowContext): ReadonlySet<string> {
  const types = new Set<string>()
  for (const pooled of inventory.pools.values()) {
    const pool = poolOf(pooled)
    if (pool !== null && isReached(pool, rules)) types.add(pool.hyperscalerType)
  }
  for (const reach of rules.ruleset.rules.flatMap(rule => reachOf(rule, rules.plans))) {
    const pool = onlyPool(reach)
    if (pool !== null) types.add(pool.hyperscalerType)
  }
  return types
}
