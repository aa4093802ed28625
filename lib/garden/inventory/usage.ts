import { estimateInstances } from '#lib/hap/analysis/keb-gauges.ts'
import type { AccountCondition } from '#lib/hap/pools/account-condition.ts'
import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'
import { accountBindings } from './account-bindings.ts'
import { type MigrationFacts, migrationsOfTenant } from './migrations.ts'

/** What counting needs of an inventory. */
interface Counts extends MigrationFacts {
  readonly namespace: string
  shootsOfAccount(key: string): readonly Shoot[]
  clusterCountOfAccount(key: string): ClusterCount
  condition(binding: Binding): AccountCondition | null
}

/** Clusters as the inventory knows them: open claims and shoots. KEB's own counts are estimated by shoots. */
export function inventoryUsage(inventory: Counts): UsageSource {
  const naming = (name: string) =>
    inventory.shootsOfBinding(bindingKey({ kind: 'CredentialsBinding', namespace: inventory.namespace, name }))
  return {
    clusters: binding => inventory.clusterCountOfAccount(accountKey(binding.account)),
    tenants: ({ account }) => inventory.shootsOfAccount(accountKey(account)).map(({ globalAccount }) => globalAccount),
    bindings: ({ account }) => accountBindings(inventory, accountKey(account)),
    condition: binding => inventory.condition(binding),
    migrations: globalAccount => migrationsOfTenant(inventory, globalAccount),
    instances: (bindingName, globalAccount) => estimateInstances(naming(bindingName), globalAccount),
    shoots: bindingName => naming(bindingName).length,
  }
}
