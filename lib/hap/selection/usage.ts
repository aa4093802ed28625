import type { MultiAccount } from '../lifecycle/multi-account.ts'
import type { Plans } from '../plans/plan.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import type { Binding, BindingKind } from '../pools/binding.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { Migration, PooledBinding } from '../pools/pooled-binding.ts'
import type { Request } from '../request.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import type { Policy } from '../semantics.ts'

/** Clusters of one hyperscaler account in three disjoint parts. */
export interface ClusterCount {
  /** Active clusters in the database. */
  readonly database: number
  /** Acknowledged claims whose shoots do not exist yet. */
  readonly reserved: number
  /** Shoots that no claim records. */
  readonly onlyInGardener: number
}

/**
 * Facts about accounts beside their labels. Calls must be fast, and their results must not change
 * during a decision and its reasoning.
 */
export interface UsageSource {
  /** All clusters of the binding's account. */
  clusters(binding: Binding): ClusterCount
  /**
   * Global accounts with clusters on the account, unordered, with repetitions; null for an unknown
   * owner.
   */
  tenants(binding: Binding): readonly (string | null)[]
  /** All bindings in HAP of the same account, including this one. */
  bindings(binding: Binding): readonly PooledBinding[]
  /**
   * Why Gardener refuses to write the binding or to use its account; null when it does not, or when
   * unknown.
   */
  condition(binding: Binding): AccountCondition | null
  /**
   * Accounts of a global account whose clusters Gardener migrated to a binding without labels,
   * which no selector finds.
   */
  migrations(globalAccount: string): readonly Migration[]
  /**
   * KEB's count for a dedicated binding: undeleted instances of this owner on a binding of this
   * name.
   */
  instances(bindingName: string, globalAccount: string): number
  /** KEB's count for a shared binding: shoots with this `spec.credentialsBindingName`. */
  shoots(bindingName: string): number
}

export function totalClusters(count: ClusterCount): number {
  return count.database + count.reserved + count.onlyInGardener
}

/** Landscape that a decision is based on. */
export interface Inventory {
  readonly bindings: PoolIndex
  readonly usage: UsageSource
}

/** Configuration that a decision is based on. */
export interface SelectionConfig {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly multiAccount: MultiAccount
  readonly policy: Policy
  /** Kinds that KEB lists (D15). Default: those of KEB since June 2026. */
  readonly kebKinds?: readonly BindingKind[]
  /** Milliseconds since 1970, to evaluate the end of holds. */
  readonly at: number
}

/** Counts the clusters of a binding as the policy requires, for a dedicated or shared search. */
export function countClusters(
  { binding }: PooledBinding,
  shared: boolean,
  request: Pick<Request, 'globalAccount'>,
  usage: UsageSource,
  policy: Policy,
): ClusterCount {
  if (policy.counting === 'account') return usage.clusters(binding)
  if (shared) return { database: 0, reserved: 0, onlyInGardener: usage.shoots(binding.name) }
  return { database: usage.instances(binding.name, request.globalAccount), reserved: 0, onlyInGardener: 0 }
}
