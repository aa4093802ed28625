import type { BindingState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { PoolsView } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { MOST_CHARACTERS } from '#lib/search/parse.ts'

/** Where the bindings of a pool are listed, all of them or those in one state. */
export function bindingsOfPool(key: string, state: BindingState | null = null): string {
  return paths.bindings({ q: search([key], state) })
}

/** Where those of them are listed that a new tenant may get. */
export function usableOfPool(key: string): string {
  return paths.bindings({ q: `pool:${key} usable` })
}

/** Where the bindings of several pools are listed; null for none, and for more than a search can name. */
export function bindingsOfPools(
  pools: readonly Pick<PoolRow, 'key' | 'accounts'>[],
  state: BindingState | null = null,
): string | null {
  const keys = pools.filter(({ accounts }) => accounts > 0).map(({ key }) => key)
  const q = search(keys, state)
  return keys.length === 0 || q.length > MOST_CHARACTERS ? null : paths.bindings({ q })
}

/** Where the bindings of all pools that a search leaves are listed; without a search also those in no pool. */
export function bindingsOfView(
  { groups, all }: Pick<PoolsView, 'groups' | 'all'>,
  state: BindingState | null = null,
): string | null {
  if (all) return paths.bindings(state === null ? {} : { q: `state:${state}` })
  return bindingsOfPools(
    groups.flatMap(({ pools }) => pools),
    state,
  )
}

function search(keys: readonly string[], state: BindingState | null): string {
  return `pool:${keys.join(',')}${state === null ? '' : ` state:${state}`}`
}

/** Bindings of a pool whose accounts no request gets, whatever their labels say. */
export function unusableOfPool(key: string): string {
  return paths.bindings({ q: `pool:${key} problem:provider-mismatch,unwritable` })
}
