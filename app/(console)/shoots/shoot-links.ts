import { type Account, accountKey } from '#lib/hap/pools/account.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { IN_GARDENER, shootsOfPoolsTerms } from '#lib/search/shoot-terms.ts'

/** Where all shoots are listed. */
export function allShoots(): string {
  return paths.shoots({ q: IN_GARDENER })
}

/** Where the shoots on an account are listed. */
export function shootsOfAccount(account: Account): string {
  return paths.shoots({ q: `account:${accountKey(account)} ${IN_GARDENER}` })
}

/** Where those of them are listed that report errors of the account, any of these or one. */
export function failingShootsOfAccount(account: Account, code: string = INFRASTRUCTURE): string {
  return paths.shoots({ q: `account:${accountKey(account)} error:${code}` })
}

/** Where all shoots are listed that report errors of their account. */
export function failingShoots(): string {
  return paths.shoots({ q: `error:${INFRASTRUCTURE}` })
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
