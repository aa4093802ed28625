import { accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { type HapLabels, readLabels } from '#lib/hap/pools/labels.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import type { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import {
  isForceMigrated,
  labelsIn,
  type Migration,
  type PooledBinding,
  pooledBinding,
} from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { AccountClaim } from './claim-table.ts'

/** The part of an inventory that knows bindings by pool and by account. */
interface BindingIndex {
  readonly pools: PoolIndex
  /** `account`: its key. */
  bindingsOfAccount(account: string): readonly Binding[]
}

/** Bindings of an account, by its key, that carry labels of HAP. */
export function listAccountBindings(inventory: BindingIndex, account: string): readonly PooledBinding[] {
  return inventory.bindingsOfAccount(account).flatMap(binding => readPooledBinding(inventory, binding) ?? [])
}

/**
 * A binding of the inventory with what its labels say; null without labels of HAP. Also of a kind that the pools are not made of: a
 * label that was left there tells of the same account.
 */
export function readPooledBinding({ pools }: Pick<BindingIndex, 'pools'>, binding: Binding): PooledBinding | null {
  return pools.get(binding) ?? pooledBinding(binding)
}

export interface MigrationFacts extends BindingIndex {
  bindings(): Iterable<Binding>
  bindingsOfTenant(tenant: string): readonly Binding[]
  claimsOfAccount(account: string): readonly AccountClaim[]
  claimsOfTenant(tenant: string): readonly AccountClaim[]
  shootsOfBinding(key: string): readonly Shoot[]
}

/** Every CredentialsBinding that Gardener migrated without the labels of a known account. */
export function listMigrations(inventory: MigrationFacts): readonly Migration[] {
  return [...inventory.bindings()].flatMap(binding => findMigration(inventory, binding) ?? [])
}

/** The labels of an account as its claims tell them, where no labelled binding refers to it; null for one without claims. */
type ClaimedLabels = (account: string) => HapLabels | null

/** The same of one account. `claimed`: default, the open claims that the inventory knows. */
export function findMigrationOfAccount(
  inventory: MigrationFacts,
  account: string,
  claimed?: ClaimedLabels,
): Migration | null {
  for (const binding of inventory.bindingsOfAccount(account)) {
    const migration = findMigration(inventory, binding, claimed)
    if (migration !== null) return migration
  }
  return null
}

/** The same of one binding; null for one with labels of HAP, or of an account that nobody knows. */
export function findMigration(
  inventory: MigrationFacts,
  binding: Binding,
  claimed: ClaimedLabels = account => claimedLabels(inventory, account),
): Migration | null {
  if (binding.kind !== 'CredentialsBinding' || readPooledBinding(inventory, binding) !== null) return null
  const isInUse = () => inventory.shootsOfBinding(bindingKey(binding)).length > 0
  if (!isForceMigrated(binding) && !isInUse()) return null
  const others = inventory.bindingsOfAccount(accountKey(binding.account)).filter(other => other !== binding)
  const labelled = others.filter(other => readLabels(other.kind, other.labels).hyperscalerType !== null)
  // Selectors find the account by that one.
  if (labelled.some(({ kind }) => kind === 'CredentialsBinding')) return null
  const [source = null] = labelled
  if (source !== null) return { binding, labels: readLabels(source.kind, source.labels), source }
  const labels = claimed(accountKey(binding.account))
  return labels && { binding, labels, source: null }
}

/** Migrations of accounts that a global account owns. */
export function listMigrationsOfTenant(inventory: MigrationFacts, tenant: string): readonly Migration[] {
  const accounts = new Set([
    ...inventory.bindingsOfTenant(tenant).map(({ account }) => accountKey(account)),
    ...inventory.claimsOfTenant(tenant).map(({ account }) => account),
  ])
  return [...accounts].flatMap(account => {
    const migration = findMigrationOfAccount(inventory, account)
    return migration?.labels.tenantName === tenant ? migration : []
  })
}

/** What the open claims of an account say about it; null when there are none. */
function claimedLabels(inventory: MigrationFacts, account: string): HapLabels | null {
  for (const { poolKey, tenant } of inventory.claimsOfAccount(account)) {
    const pool = poolKey ? parsePoolKey(poolKey) : null
    if (pool === null) continue
    return labelsIn(pool, pool.shared ? null : tenant)
  }
  return null
}
