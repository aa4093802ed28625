import { accountKey } from '#lib/hap/pools/account.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { isForceMigrated, type Migration } from '#lib/hap/pools/force-migrated.ts'
import { type HapLabels, readLabels } from '#lib/hap/pools/labels.ts'
import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { labelledBinding } from './account-bindings.ts'
import type { Inventory } from './inventory.ts'

type Known = Pick<Inventory, 'pools' | 'bindings' | 'bindingsOfAccount' | 'claimsOfAccount' | 'shootsOfBinding'>

/** Every CredentialsBinding that Gardener migrated without the labels of a known account. */
export function migrations(inventory: Known): readonly Migration[] {
  return [...inventory.bindings()].flatMap(binding => migrationOf(inventory, binding) ?? [])
}

/** The same of one account. */
export function migrationOfAccount(inventory: Known, account: string): Migration | null {
  for (const binding of inventory.bindingsOfAccount(account)) {
    const migration = migrationOf(inventory, binding)
    if (migration !== null) return migration
  }
  return null
}

/** The same of one binding; null for one with labels of HAP, or of an account that nobody knows. */
export function migrationOf(inventory: Known, binding: Binding): Migration | null {
  if (binding.kind !== 'CredentialsBinding' || labelledBinding(inventory, binding) !== null) return null
  const isInUse = () => inventory.shootsOfBinding(bindingKey(binding)).length > 0
  if (!isForceMigrated(binding) && !isInUse()) return null
  const others = inventory.bindingsOfAccount(accountKey(binding.account)).filter(other => other !== binding)
  const labelled = others.filter(other => readLabels(other.kind, other.labels).hyperscalerType !== null)
  // Selectors find the account by that one.
  if (labelled.some(({ kind }) => kind === 'CredentialsBinding')) return null
  const [source = null] = labelled
  if (source !== null) return { binding, labels: readLabels(source.kind, source.labels), source }
  const labels = claimedLabels(inventory, accountKey(binding.account))
  return labels && { binding, labels, source: null }
}

/** What the open claims of an account say about it; null when there are none. */
function claimedLabels(inventory: Known, account: string): HapLabels | null {
  for (const { poolKey, tenant } of inventory.claimsOfAccount(account)) {
    const pool = poolKey ? parsePoolKey(poolKey) : null
    if (pool === null) continue
    return {
      hyperscalerType: pool.hyperscalerType,
      tenantName: pool.shared ? null : tenant,
      dirty: null,
      internal: null,
      shared: pool.shared ? 'true' : null,
      euAccess: pool.euAccess ? 'true' : null,
    }
  }
  return null
}
