/** Number of accounts of a pool by state; a missing state counts as 0. */
type AccountCounts = Readonly<Partial<Record<PlannedState, number>>>

export type PlannedState =
  | 'claimed'
  | 'shared'
  | 'internal'
  | 'held'
  | 'dirty'
  | 'cleaning'
  | 'verifying'
  | 'quarantined'
  | 'terminating'
  | 'free'

export type Provider = 'aws' | 'azure' | 'gcp' | 'openstack' | 'alicloud' | 'gdch'

export interface PoolPlan {
  readonly provider: Provider
  readonly hyperscalerType: string
  readonly euAccess: boolean
  /** Part of account names that identifies the pool: `trial` in `sap-aws-skr-trial-0003`. */
  readonly nickname: string
  readonly regions: readonly string[]
  readonly accounts: AccountCounts
  /** Number of global accounts that own the claimed accounts; fewer than these, so that some own several. */
  readonly tenants: number
  /** Number of shoots on the pool's shared accounts; those of dedicated accounts follow a long tail. */
  readonly sharedShoots: number
}

/** A tenant whose accounts and clusters are chosen, not drawn: [pool, clusters] per account. */
type Story = readonly (readonly [pool: string, clusters: number])[]

export interface Blueprint {
  readonly pools: readonly PoolPlan[]
  readonly stories: readonly Story[]
  /** All shoots, including the special ones. */
  readonly shoots: number
  /** Number of claimed accounts without a cluster; in a large landscape the random draw leaves some anyway. */
  readonly idle?: number
  readonly malformed: readonly MalformedPlan[]
  /** One account of the first pool gets a second binding for each entry. */
  readonly duplicates: readonly Duplicate[]
}

/** A binding with labels that no selector matches. `pool` determines its provider and region. */
export interface MalformedPlan {
  readonly pool: string
  readonly labels: Readonly<Record<string, string>>
}

/** The second binding of an account, left by a migration from SecretBindings or by a mistake. */
export type Duplicate = 'secretbinding-of-same-name' | 'secretbinding-of-other-name' | 'free-credentialsbinding'

export const MALFORMED: readonly MalformedPlan[] = [
  { pool: 'aws', labels: { hyperscalerType: 'aws', dirty: 'false' } },
  { pool: 'aws/eu', labels: { hyperscalerType: 'aws', euAccess: 'false' } },
  { pool: 'azure', labels: { hyperscalerType: 'azure', shared: 'True' } },
  { pool: 'gcp', labels: { hyperscalerType: 'gcp', tenantName: '' } },
  { pool: 'azure', labels: { euAccess: 'true' } },
]

export const DUPLICATES: readonly Duplicate[] = [
  'secretbinding-of-same-name',
  'secretbinding-of-other-name',
  'free-credentialsbinding',
  'secretbinding-of-same-name',
]

/** The name of a pool in stories. */
export function poolName(pool: PoolPlan): string {
  return `${pool.hyperscalerType}${pool.euAccess ? '/eu' : ''}${pool.accounts.shared ? '/shared' : ''}`
}

/** A pool with default values for missing fields. */
export function pool(plan: Pick<PoolPlan, 'provider' | 'regions' | 'accounts'> & Partial<PoolPlan>): PoolPlan {
  return { hyperscalerType: plan.provider, euAccess: false, nickname: 'cust', tenants: 0, sharedShoots: 0, ...plan }
}

/** Number of bindings in a blueprint. */
export function countBindings({ pools, malformed, duplicates }: Blueprint): number {
  const accounts = pools.flatMap(each => Object.values(each.accounts)).reduce((sum, count) => sum + count, 0)
  return accounts + malformed.length + duplicates.length
}
