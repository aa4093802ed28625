import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { type Pool, poolSpellings } from '#lib/hap/pools/pool.ts'
import { countStates, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { findNamed } from '#lib/search/find-named.ts'
import type { KnownClusters } from './cluster-register.ts'
import { type Listed, listUnread } from './health.ts'
import { listPools } from './pools/list-pools.ts'
import type { QueryContext } from './query-context.ts'
import type { Cluster } from './shoots/cluster.ts'
import { listAllClusters } from './shoots/cluster-table.ts'

interface Found {
  /** The name that matched. */
  readonly name: string
}

/** The best matches of a text, a few of each kind. */
export interface FoundThings {
  readonly pools: readonly (Found & { readonly pool: Pool })[]
  readonly bindings: readonly (Found & FoundBinding)[]
  readonly globalAccounts: readonly Found[]
  readonly shoots: readonly (Found & FoundShoot)[]
  /** With the number of their bindings. */
  readonly states: readonly (Found & { readonly state: BindingState; readonly bindings: number })[]
  /** Sources that are not completely read, so that matches may be missing. */
  readonly unread: readonly Listed[]
}

interface FoundBinding {
  readonly kind: BindingKind
  readonly binding: string
  readonly state: BindingState
  readonly pool: Pool | null
}

interface FoundShoot {
  readonly shoot: string
  readonly globalAccount: string | null
}

/** Maximum matches of each kind. */
const MAX_RESULTS = 6

/**
 * Finds pools, bindings, global accounts, shoots and states by name or id. `known` is null when the
 * database does not answer.
 */
export function findThings(context: QueryContext, known: KnownClusters | null, text: string): FoundThings {
  return {
    pools: findPools(context, text),
    bindings: findBindings(context, text),
    globalAccounts: findNamed(context.inventory.globalAccounts(), text, MAX_RESULTS, id => [id]).map(({ name }) => ({
      name,
    })),
    shoots: findShoots(context, known, text),
    states: findStates(context, text),
    unread: listUnread(context),
  }
}

function findPools(context: QueryContext, text: string): FoundThings['pools'] {
  const rows = listPools(context, { q: '', sort: '' }).groups.flatMap(({ pools }) => pools)
  const pools = rows.flatMap(({ key, pool }) => (pool ? [{ key, pool }] : []))
  return findNamed(pools, text, MAX_RESULTS, ({ key }) => poolSpellings(key)).map(({ item, name }) => ({
    name,
    pool: item.pool,
  }))
}

function findStates({ inventory, at }: QueryContext, text: string): FoundThings['states'] {
  const found = findNamed(BINDING_STATES, text, MAX_RESULTS, state => [state])
  if (found.length === 0) return []
  const counts = countStates(inventory.pools.values(), at)
  return found.map(({ item, name }) => ({ name, state: item, bindings: counts[item] }))
}

/** Also matches the name of the account. */
function findBindings({ inventory, at }: QueryContext, text: string): FoundThings['bindings'] {
  return findNamed(inventory.pools.values(), text, MAX_RESULTS, ({ binding }) => [
    binding.name,
    binding.account.name,
  ]).map(({ item, name }) => ({
    name,
    kind: item.binding.kind,
    binding: item.binding.name,
    state: stateAt(item, at),
    pool: poolOf(item),
  }))
}

/** Also matches the runtime id. */
function findShoots(context: QueryContext, known: KnownClusters | null, text: string): FoundThings['shoots'] {
  const named = listAllClusters(context, known).values()
  return findNamed(named, text, MAX_RESULTS, namesOfCluster).map(({ item, name: foundBy }) => ({
    name: foundBy,
    shoot: item.name ?? foundBy,
    globalAccount: item.globalAccount,
  }))
}

function namesOfCluster({ name, shoot }: Cluster): readonly string[] {
  if (name === null) return []
  return shoot === null || shoot.runtimeId === null ? [name] : [name, shoot.runtimeId]
}
