import { type Account, accountKey } from '#lib/hap/pools/binding.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import {
  clustersOfTerms,
  clustersOnTerms,
  IN_GARDENER,
  ON_FAILING_ACCOUNTS,
  reservedOnTerms,
  shootsOfAccountTerms,
  shootsOfPoolsTerms,
} from '#lib/search/shoot-terms.ts'

/** Path of the list of all shoots. */
export function allShoots(): string {
  return paths.shoots({ q: IN_GARDENER })
}

/** Path of the list of shoots on an account. */
export function shootsOfAccount(account: Account): string {
  return paths.shoots({ q: shootsOfAccountTerms(accountKey(account)) })
}

/**
 * Path of the clusters on a binding's account. Uses the shoots list for reserved clusters, which
 * the binding's page does not list.
 */
export function clustersOfAccount({ account, reserved, ...binding }: ClustersOf): string {
  if (reserved === 0) return paths.binding(binding, { tab: 'shoots' })
  return paths.shoots({ q: clustersOnTerms(accountKey(account)) })
}

type ClustersOf = Pick<BindingRow, 'kind' | 'name' | 'account' | 'reserved'>

/** Path of the list of reserved clusters on an account. */
export function reservedOfAccount(account: Account): string {
  return paths.shoots({ q: reservedOnTerms(accountKey(account)) })
}

/**
 * Path of the clusters of a global account. Uses the shoots list for reserved clusters, which the
 * global account's page does not list.
 */
export function clustersOfGlobalAccount({ id, reserved }: Pick<GlobalAccountRow, 'id' | 'reserved'>): string {
  if (reserved === 0) return paths.globalAccount(id, { tab: 'clusters' })
  return paths.shoots({ q: clustersOfTerms(id) })
}

/**
 * Path of the list of shoots that report a code, by default any infrastructure error, on an
 * account.
 */
export function failingShootsOfAccount(account: Account, code: string = INFRASTRUCTURE): string {
  return paths.shoots({ q: `account:${accountKey(account)} error:${code}` })
}

/** Path of the list of all shoots with infrastructure errors. */
export function failingShoots(): string {
  return paths.shoots({ q: `error:${INFRASTRUCTURE}` })
}

/**
 * Path of the list of bindings whose accounts have failing shoots, with the columns that
 * distinguish them.
 */
export function failingAccounts(): string {
  return paths.bindings({ q: ON_FAILING_ACCOUNTS, sort: '-failing', cols: 'name,pool,state,tenant,shoots,failing' })
}

/** Path of the list of shoots on the accounts of a pool. */
export function shootsOfPool(key: string): string {
  return paths.shoots({ q: `pool:${key} ${IN_GARDENER}` })
}

/** The same for several pools; null without any, and when the search would be too long. */
export function shootsOfPools(pools: readonly Pick<PoolRow, 'key' | 'accounts'>[]): string | null {
  const q = shootsOfPoolsTerms(pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key))
  return q === null ? null : paths.shoots({ q })
}
