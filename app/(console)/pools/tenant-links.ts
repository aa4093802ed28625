import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { MAX_CHARACTERS } from '#lib/search/parse.ts'

/** Path of the list of global accounts that use a pool. */
export function tenantsOfPool(key: string): string {
  return paths.globalAccounts({ q: search([key]) })
}

/** The same for several pools; null without any, and when the search would be too long. */
export function tenantsOfPools(pools: readonly Pick<PoolRow, 'key' | 'accounts'>[]): string | null {
  const keys = pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key)
  const q = search(keys)
  return keys.length === 0 || q.length > MAX_CHARACTERS ? null : paths.globalAccounts({ q })
}

function search(keys: readonly string[]): string {
  return `uses:${keys.join(',')}`
}
