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

/** Bindings by pool and by account. */
interface BindingIndex {
  readonly pools: PoolIndex
  /** `account`: its key. */
  bindingsOfAccount(account: string): readonly Binding[]
}

/** Bindings of an account (by key) with labels of HAP. */
export function listAccountBindings(inventory: BindingIndex, account: string): readonly PooledBinding[] {
  return inventory.bindingsOfAccount(account).flatMap(binding => readPooledBinding(inventory, binding) ?? [])
}

/**
 * A binding with its parsed labels; null without labels of HAP. Includes kinds outside the pools:
 * their labels describe the same account.
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

/** Lists CredentialsBindings that Gardener migrated without the labels of a known account. */
export function listMigrations(inventory: MigrationFacts): readonly Migration[] {
  return [...inventory.bindings()].flatMap(binding => findMigration(inventory, binding) ?? [])
}

/** Labels of an account without labelled binding, derived from its claims; null without claims. */
type ClaimedLabels = (account: string) => HapLabels | null

/** Finds the migration of an account. `claimed` defaults to the open claims of the inventory. */
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

/** Finds the migration of a binding; null for a binding with labels of HAP or of an unknown account. */
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
  // Selectors find the account by that binding.
  if (labelled.some(({ kind }) => kind === 'CredentialsBinding')) return null
  const [source = null] = labelled
  if (source !== null) return { binding, labels: readLabels(source.kind, source.labels), source }
  const labels = claimed(accountKey(binding.account))
  return labels && { binding, labels, source: null }
}

/** Lists migrations of the accounts that a global account owns. */
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

/** Labels from the open claims of an account; null without claims. */
function claimedLabels(inventory: MigrationFacts, account: string): HapLabels | null {
  for (const { poolKey, tenant } of inventory.claimsOfAccount(account)) {
    const pool = poolKey ? parsePoolKey(poolKey) : null
    if (pool === null) continue
    return labelsIn(pool, pool.shared ? null : tenant)
  }
  return null
}
