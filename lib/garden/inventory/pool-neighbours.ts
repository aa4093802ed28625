import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { isOnAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import { isShared } from '#lib/hap/pools/labels.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { type AccountShare, listAccountShares } from '#lib/hap/selection/account-shares.ts'
import { exclusion, isBeingCleaned } from '#lib/hap/selection/search.ts'
import { documentedUsability, type UsabilityContext } from '#lib/hap/selection/usability.ts'
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

/** Keys of the usable accounts of a pool, as the page Pools counts them; each pool is computed once. */
export function usablePools(
  inventory: Known,
  plans: Settings['plans'],
  at: number,
): (pool: Pool) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return pool => {
    const key = poolKey(pool)
    const before = known.get(key)
    if (before) return before
    const all = pool.shared ? inventory.pools.shared(pool) : inventory.pools.unowned(pool)
    const accounts = new Set(all.map(({ binding }) => accountKey(binding.account)))
    const isIn = (share: AccountShare) => share.pool !== null && poolKey(share.pool) === key
    const usable = [...accounts].filter(account =>
      sharesOfAccount(inventory, account, plans, at).some(share => share.usable && isIn(share)),
    )
    const keys = new Set(usable)
    known.set(key, keys)
    return keys
  }
}

/** Contributions of an account (by key) to its pools, under the documented semantics. */
export function sharesOfAccount(
  inventory: Known,
  account: string,
  plans: Settings['plans'],
  at: number,
): readonly AccountShare[] {
  const bindings = listAccountBindings(inventory, account)
  const pooled = bindings.filter(({ binding }) => inventory.pools.get(binding) !== null)
  if (pooled.length === 0) return []
  const facts = { bindings, isInUse: isAccountInUse(inventory, account) }
  return listAccountShares(facts, { ...documentedUsability(plans, inventory), at }, pooled)
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
    usableInPool: usableInPool.size - Number(usableInPool.has(accountKey(binding.account))),
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
