import { countInstances, estimateInstances, type KebInstance, ownerOf } from '#lib/hap/analysis/keb-gauges.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import type { InventoryFiles } from './read-inventory.ts'

interface FileUsage extends UsageSource {
  /** Whether KEB's counts are estimates: without instances in the files, shoots that name a binding count instead. */
  readonly estimated: boolean
}

/**
 * Counts usage from inventory files. They do not link instances to shoots, so per account as many
 * shoots as there are instances count as theirs, and the rest as known to Gardener alone.
 */
export function fileUsage({
  bindings,
  shoots,
  instances,
}: Pick<InventoryFiles, 'bindings' | 'shoots' | 'instances'>): FileUsage {
  const accounts = new Map(bindings.map(binding => [bindingKey(binding), accountKey(binding.account)]))
  const shootsOfAccount = Map.groupBy(shoots, ({ namespace, binding }) =>
    binding ? accounts.get(bindingKey({ namespace, ...binding })) : undefined,
  )
  const bindingsOfAccount = Map.groupBy(PoolIndex.of(bindings).values(), ({ binding }) => accountKey(binding.account))
  const shootsOfName = Map.groupBy(
    shoots.filter(({ binding }) => binding?.kind === 'CredentialsBinding'),
    ({ binding }) => binding?.name,
  )
  const naming = (name: string) => shootsOfName.get(name) ?? []
  const known = instancesOfAccount(bindings, instances ?? [])
  return {
    clusters: ({ account }) => {
      const database = known.get(accountKey(account))?.count ?? 0
      const seen = shootsOfAccount.get(accountKey(account))?.length ?? 0
      return { database, reserved: 0, onlyInGardener: Math.max(0, seen - database) }
    },
    tenants: ({ account }) => {
      const { count, owners } = known.get(accountKey(account)) ?? NO_INSTANCES
      const seen = (shootsOfAccount.get(accountKey(account)) ?? []).map(({ globalAccount }) => globalAccount)
      // Shoots without an owner count towards the instances first; only the surplus has an unknown owner.
      return [...owners, ...(seen.length > count ? seen : seen.filter(owner => owner !== null))]
    },
    bindings: ({ account }) => bindingsOfAccount.get(accountKey(account)) ?? [],
    // Files do not contain Gardener's conditions.
    condition: () => null,
    // Files contain no claims, and the labels of their SecretBindings select them directly.
    migrations: () => [],
    instances: (name, globalAccount) =>
      instances === null
        ? estimateInstances(naming(name), globalAccount)
        : countInstances(instances, name, globalAccount),
    shoots: name => naming(name).length,
    estimated: instances === null,
  }
}

interface AccountInstances {
  readonly count: number
  readonly owners: ReadonlySet<string>
}

const NO_INSTANCES: AccountInstances = { count: 0, owners: new Set() }

/** Instances name a binding; all bindings of an account share its clusters. */
function instancesOfAccount(
  bindings: InventoryFiles['bindings'],
  instances: readonly KebInstance[],
): ReadonlyMap<string, AccountInstances> {
  const byName = Map.groupBy(
    instances.filter(({ deleted }) => !deleted),
    ({ binding }) => binding,
  )
  const byAccount = Map.groupBy(bindings, ({ account }) => accountKey(account))
  return new Map(
    Array.from(byAccount, ([account, group]) => {
      const names = new Set(group.map(({ name }) => name))
      const its = [...names].flatMap(name => byName.get(name) ?? [])
      return [account, { count: its.reduce((sum, { count }) => sum + count, 0), owners: new Set(its.map(ownerOf)) }]
    }),
  )
}
