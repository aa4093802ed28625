import type { BindingState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { MAX_CHARACTERS } from '#lib/search/parse.ts'

/** Path of the list of a pool's bindings, optionally of accounts in one state. */
export function bindingsOfPool(key: string, state: BindingState | null = null): string {
  return paths.bindings({ q: bindingsTerms([key], state) })
}

/** Path of the list of a pool's usable bindings. */
export function usableOfPool(key: string): string {
  return paths.bindings({ q: `${bindingsTerms([key], null)} usable` })
}

type PoolSize = Pick<PoolRow, 'key' | 'accounts'>

/**
 * Path of the list of several pools' bindings; null without any, and when the search would be too
 * long.
 */
export function bindingsOfPools(pools: readonly PoolSize[], state: BindingState | null = null): string | null {
  return listOfPools(pools, keys => bindingsTerms(keys, state))
}

/** Path of the list of several pools' usable bindings; null as for `bindingsOfPools`. */
export function usableOfPools(pools: readonly PoolSize[]): string | null {
  return listOfPools(pools, keys => `${bindingsTerms(keys, null)} usable`)
}

function listOfPools(pools: readonly PoolSize[], searchOf: (keys: readonly string[]) => string): string | null {
  const keys = pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key)
  const q = searchOf(keys)
  return keys.length === 0 || q.length > MAX_CHARACTERS ? null : paths.bindings({ q })
}

/**
 * Path of the list of all bindings in a view of pools; without a search, this includes bindings in
 * no pool.
 */
export function bindingsOfView(
  { groups, all }: Pick<PoolsView, 'groups' | 'all'>,
  state: BindingState | null = null,
): string | null {
  if (all) return paths.bindings(state === null ? {} : { q: `account-state:${state}` })
  return bindingsOfPools(
    groups.flatMap(({ pools }) => pools),
    state,
  )
}

function bindingsTerms(keys: readonly string[], state: BindingState | null): string {
  return `pool:${keys.join(',')}${state === null ? '' : ` account-state:${state}`}`
}

/** Path of the list of a pool's bindings that cannot be claimed, in any state. */
export function unusableOfPool(key: string): string {
  return paths.bindings({ q: `pool:${key} problem:restored,provider-mismatch,unwritable` })
}

/** Path of the list of global accounts that use a pool. */
export function tenantsOfPool(key: string): string {
  return paths.globalAccounts({ q: tenantsTerm([key]) })
}

/** The same for several pools; null without any, and when the search would be too long. */
export function tenantsOfPools(pools: readonly Pick<PoolRow, 'key' | 'accounts'>[]): string | null {
  const keys = pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key)
  const q = tenantsTerm(keys)
  return keys.length === 0 || q.length > MAX_CHARACTERS ? null : paths.globalAccounts({ q })
}

function tenantsTerm(keys: readonly string[]): string {
  return `uses:${keys.join(',')}`
}
