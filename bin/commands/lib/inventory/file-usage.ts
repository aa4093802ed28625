import { countInstances } from '#lib/hap/keb/instance.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import type { InventoryFiles } from './read-inventory.ts'

/**
 * Counts of an inventory file. It does not say which instance has which shoot, so as many shoots of an account as there are
 * instances are taken for theirs, and the rest for known to Gardener alone.
 */
export function fileUsage({ bindings, shoots, instances }: InventoryFiles): UsageSource {
  const accounts = new Map(bindings.map(binding => [bindingKey(binding), accountKey(binding.account)]))
  const shootsOfAccount = tally(
    shoots.flatMap(({ namespace, binding }) =>
      binding ? (accounts.get(bindingKey({ namespace, ...binding })) ?? []) : [],
    ),
  )
  const shootsOfName = tally(
    shoots.flatMap(({ binding }) => (binding?.kind === 'CredentialsBinding' ? binding.name : [])),
  )
  const known = new Map<string, number>()
  for (const { name } of bindings) {
    const active = instances.filter(instance => instance.binding === name && !instance.deleted)
    known.set(
      name,
      active.reduce((sum, instance) => sum + instance.count, 0),
    )
  }
  return {
    clusters: ({ name, account }) => {
      const database = known.get(name) ?? 0
      const seen = shootsOfAccount.get(accountKey(account)) ?? 0
      return { database, reserved: 0, onlyInGardener: Math.max(0, seen - database) }
    },
    instances: (name, globalAccount) => countInstances(instances, name, globalAccount),
    shoots: name => shootsOfName.get(name) ?? 0,
  }
}

function tally(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
