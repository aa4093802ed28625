import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { isShared } from '#lib/hap/pools/labels.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { exclusion, isBeingCleaned, isUnused } from '#lib/hap/selection/search.ts'
import { checkUsability, documentedUsability, type UsabilityContext } from '#lib/hap/selection/usability.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { listAccountBindings } from './account-bindings.ts'
import type { Inventory } from './inventory.ts'

type Neighbours = Pick<ActionFacts, 'siblings' | 'peers' | 'severalAllowed' | 'usableInPool'>

type Known = Pick<
  Inventory,
  'pools' | 'bindingsOfAccount' | 'shootCountOfAccount' | 'reservedCountOfAccount' | 'condition'
>

/** Settings that decide which accounts are usable, and for whom. */
interface Settings {
  /** Global accounts that may own several accounts. */
  readonly allowed: readonly string[]
  readonly plans: UsabilityContext['plans']
}

interface NeighbourOptions {
  readonly usableOf?: ReturnType<typeof usablePools>
  readonly chosen?: string | null
}

/** Keys of the usable bindings of a pool, as the page Pools counts them; each pool is computed once. */
export function usablePools(
  inventory: Known,
  plans: Settings['plans'],
  at: number,
): (pool: Pool) => ReadonlySet<string> {
  const usability = documentedUsability(plans, inventory)
  const looked = new Map<string, ReadonlySet<string>>()
  return pool => {
    const known = looked.get(poolKey(pool))
    if (known) return known
    const all = pool.shared ? inventory.pools.shared(pool) : inventory.pools.unowned(pool)
    const usable = all.filter(each => isUsable(inventory, each, at) && checkUsability(each, usability) === null)
    const given = pool.shared ? usable : usable.filter(({ binding }) => isIdle(inventory, accountKey(binding.account)))
    const keys = new Set(given.map(({ binding }) => bindingKey(binding)))
    looked.set(poolKey(pool), keys)
    return keys
  }
}

/**
 * Finds the bindings that an action on a binding depends on: of its account, its tenant and its
 * pool. Callers with many bindings share one `usableOf`. `chosen` is the tenant that is about to
 * get it.
 */
export function findNeighbours(
  pooled: PooledBinding,
  inventory: Known,
  { allowed, plans }: Settings,
  at: number,
  { usableOf = usablePools(inventory, plans, at), chosen = null }: NeighbourOptions = {},
): Neighbours {
  const { binding, labels } = pooled
  const key = bindingKey(binding)
  const others = (all: readonly PooledBinding[]) => all.filter(other => bindingKey(other.binding) !== key)
  // A restored binding becomes usable when an administrator accepts it.
  const isOwn = (other: PooledBinding) => other.binding.doubt !== undefined || isUsable(inventory, other, at)
  const siblings = inventory
    .bindingsOfAccount(accountKey(binding.account))
    .flatMap(sibling => inventory.pools.get(sibling) ?? [])
  const pool = poolOf(pooled)
  if (pool === null) return { siblings: others(siblings), peers: [], severalAllowed: true, usableInPool: 0 }
  const { pools } = inventory
  const usableInPool = usableOf(pool)
  const tenant = chosen ?? (isShared(labels) ? null : labels.tenantName)
  return {
    siblings: others(siblings),
    peers: tenant === null ? [] : others(pools.owned(pool, tenant)).filter(isOwn),
    severalAllowed: tenant === null || isOnAllowlist(allowed, tenant),
    usableInPool: usableInPool.size - Number(usableInPool.has(key)),
  }
}

/**
 * Whether the labels permit clusters of its owner or sharers, as the engine decides. Ignores
 * refusals of Gardener, which may end.
 */
export function isUsable(
  inventory: Pick<Known, 'pools' | 'bindingsOfAccount'>,
  pooled: PooledBinding,
  at: number,
): boolean {
  if (exclusion(pooled, { policy: policyOf('documented'), at }) !== null) return false
  return !isBeingCleaned(listAccountBindings(inventory, accountKey(pooled.binding.account)))
}

/** Whether an account has a cluster or a claim expects one: then no tenant can get it as free. */
function isAccountInUse(
  inventory: Pick<Inventory, 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return inventory.shootCountOfAccount(account) + inventory.reservedCountOfAccount(account) > 0
}

/**
 * Whether a new tenant can get an account by a free binding: no cluster exists or is expected, and
 * no other binding of it is in use.
 */
export function isIdle(
  inventory: Pick<Inventory, 'pools' | 'bindingsOfAccount' | 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return !isAccountInUse(inventory, account) && isUnused(listAccountBindings(inventory, account))
}
