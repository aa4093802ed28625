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

/** Where all shoots are listed. */
export function allShoots(): string {
  return paths.shoots({ q: IN_GARDENER })
}

/** Where the shoots on an account are listed. */
export function shootsOfAccount(account: Account): string {
  return paths.shoots({ q: shootsOfAccountTerms(accountKey(account)) })
}

/** Where the clusters of the account of a binding are listed: those that are reserved have no place on its page. */
export function clustersOfAccount({ account, reserved, ...binding }: ClustersOf): string {
  if (reserved === 0) return paths.binding(binding, { tab: 'shoots' })
  return paths.shoots({ q: clustersOnTerms(accountKey(account)) })
}

type ClustersOf = Pick<BindingRow, 'kind' | 'name' | 'account' | 'reserved'>

/** Where those of them are listed that are reserved. */
export function reservedOfAccount(account: Account): string {
  return paths.shoots({ q: reservedOnTerms(accountKey(account)) })
}

/** Where the clusters of a global account are listed: those that are reserved have no place on its page. */
export function clustersOfGlobalAccount({ id, reserved }: Pick<GlobalAccountRow, 'id' | 'reserved'>): string {
  if (reserved === 0) return paths.globalAccount(id, { tab: 'clusters' })
  return paths.shoots({ q: clustersOfTerms(id) })
}

/** Where those of them are listed that report errors of the account, any of these or one. */
export function failingShootsOfAccount(account: Account, code: string = INFRASTRUCTURE): string {
  return paths.shoots({ q: `account:${accountKey(account)} error:${code}` })
}

/** Where all shoots are listed that report errors of their account. */
export function failingShoots(): string {
  return paths.shoots({ q: `error:${INFRASTRUCTURE}` })
}

/** Where the bindings of all accounts are listed that shoots report errors of, with what tells them apart. */
export function failingAccounts(): string {
  return paths.bindings({ q: ON_FAILING_ACCOUNTS, sort: '-failing', cols: 'name,pool,state,tenant,shoots,failing' })
}

/** Where the shoots on the accounts of a pool are listed. */
export function shootsOfPool(key: string): string {
  return paths.shoots({ q: `pool:${key} ${IN_GARDENER}` })
}

/** The same for several pools; null for none, and for more than a search can name. */
export function shootsOfPools(pools: readonly Pick<PoolRow, 'key' | 'accounts'>[]): string | null {
  const q = shootsOfPoolsTerms(pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key))
  return q === null ? null : paths.shoots({ q })
}
