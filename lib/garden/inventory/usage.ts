import { accountKey } from '#lib/hap/pools/account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'

/** What counting needs of an inventory. */
interface ShootCounts {
  readonly namespace: string
  shootsOfBinding(key: string): readonly Shoot[]
  shootCountOfAccount(key: string): number
}

/** Clusters as Gardener alone sees them: shoots. The database's own clusters come on top elsewhere. */
export function shootUsage(inventory: ShootCounts): UsageSource {
  const naming = (name: string) =>
    inventory.shootsOfBinding(bindingKey({ kind: 'CredentialsBinding', namespace: inventory.namespace, name }))
  return {
    clusters: binding => ({
      database: 0,
      reserved: 0,
      onlyInGardener: inventory.shootCountOfAccount(accountKey(binding.account)),
    }),
    instances: (bindingName, globalAccount) =>
      naming(bindingName).reduce((count, shoot) => count + (shoot.globalAccount === globalAccount ? 1 : 0), 0),
    shoots: bindingName => naming(bindingName).length,
  }
}
