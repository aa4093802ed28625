/** How many accounts of a pool are in which state; one without a number has none. */
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
  /** Global accounts that share the claimed accounts; fewer than those, so that some own several. */
  readonly tenants: number
  /** Shoots on the pool's shared accounts; dedicated ones get theirs by a long tail. */
  readonly sharedShoots: number
}

/** A tenant whose accounts and clusters are chosen, not drawn: [pool, clusters] per account. */
type Story = readonly (readonly [pool: string, clusters: number])[]

export interface Blueprint {
  readonly pools: readonly PoolPlan[]
  readonly stories: readonly Story[]
  /** All shoots, the special ones included. */
  readonly shoots: number
  /** Claimed accounts without a cluster; in a landscape with thousands of shoots the draw leaves some. */
  readonly idle?: number
  readonly malformed: readonly MalformedPlan[]
  /** Accounts with two bindings, one for each entry, out of those of the first pool. */
  readonly duplicates: readonly Duplicate[]
}

/** A binding with labels that no selector matches. `pool` gives its provider and region. */
export interface MalformedPlan {
  readonly pool: string
  readonly labels: Readonly<Record<string, string>>
}

/** The second binding of an account, as a migration from SecretBindings leaves it, or as a mistake does. */
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

/** The name a story calls a pool by. */
export function poolName(pool: PoolPlan): string {
  return `${pool.hyperscalerType}${pool.euAccess ? '/eu' : ''}${pool.accounts.shared ? '/shared' : ''}`
}

/** A pool with the usual values for what is not said. */
export function pool(plan: Pick<PoolPlan, 'provider' | 'regions' | 'accounts'> & Partial<PoolPlan>): PoolPlan {
  return { hyperscalerType: plan.provider, euAccess: false, nickname: 'cust', tenants: 0, sharedShoots: 0, ...plan }
}

/** Number of bindings a blueprint asks for. */
export function countBindings({ pools, malformed, duplicates }: Blueprint): number {
  const accounts = pools.flatMap(each => Object.values(each.accounts)).reduce((sum, count) => sum + count, 0)
  return accounts + malformed.length + duplicates.length
}
