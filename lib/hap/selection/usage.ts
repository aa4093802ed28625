import type { MultiAccount } from '../lifecycle/multi-account.ts'
import type { Plans } from '../plans/plan.ts'
import type { AccountCondition } from '../pools/account-condition.ts'
import type { Binding } from '../pools/binding.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { Migration, PooledBinding } from '../pools/pooled-binding.ts'
import type { Request } from '../request.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import type { Policy } from '../semantics.ts'

/** Clusters of one hyperscaler account; the three do not overlap. */
export interface ClusterCount {
  /** Active clusters the database knows. */
  readonly database: number
  /** Reserved: acknowledged, their shoots do not exist yet. */
  readonly reserved: number
  /** Shoots nobody registered. */
  readonly onlyInGardener: number
}

/** What is known of accounts beside their labels. Answers have to be quick and stay the same while one decision is made and read. */
export interface UsageSource {
  /** All clusters of the account this binding refers to. */
  clusters(binding: Binding): ClusterCount
  /** Global accounts with clusters on the account, in any order and more than once; null for a cluster of nobody known. */
  tenants(binding: Binding): readonly (string | null)[]
  /** All bindings with labels of HAP of the account this binding refers to, itself among them. */
  bindings(binding: Binding): readonly PooledBinding[]
  /** Why Gardener refuses to write a binding or to use its account; null when it does not, or that is not known. */
  condition(binding: Binding): AccountCondition | null
  /** Accounts of a global account whose clusters Gardener moved to a binding without labels: no selector finds them. */
  migrations(globalAccount: string): readonly Migration[]
  /** KEB's count for a dedicated binding: instances of this owner on the binding of this name that are not deleted. */
  instances(bindingName: string, globalAccount: string): number
  /** KEB's count for a shared binding: shoots whose `spec.credentialsBindingName` is this name. */
  shoots(bindingName: string): number
}

export function totalClusters(count: ClusterCount): number {
  return count.database + count.reserved + count.onlyInGardener
}

/** What a decision looks at. */
export interface Inventory {
  readonly bindings: PoolIndex
  readonly usage: UsageSource
}

/** What a decision follows. */
export interface SelectionConfig {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly multiAccount: MultiAccount
  readonly policy: Policy
  /** Now, in milliseconds since 1970: holds end. */
  readonly at: number
}

/** The clusters of a binding as the policy counts them, for a dedicated or a shared search. */
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
