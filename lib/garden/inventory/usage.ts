import { estimateInstances } from '#lib/hap/keb/instance.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'

/** What counting needs of an inventory. */
interface Counts {
  readonly namespace: string
  shootsOfBinding(key: string): readonly Shoot[]
  clusterCountOfAccount(key: string): ClusterCount
}

/** Clusters as the inventory knows them: open claims and shoots. KEB's own counts are estimated by shoots. */
export function inventoryUsage(inventory: Counts): UsageSource {
  const naming = (name: string) =>
    inventory.shootsOfBinding(bindingKey({ kind: 'CredentialsBinding', namespace: inventory.namespace, name }))
  return {
    clusters: binding => inventory.clusterCountOfAccount(accountKey(binding.account)),
    instances: (bindingName, globalAccount) => estimateInstances(naming(bindingName), globalAccount),
    shoots: bindingName => naming(bindingName).length,
  }
}
