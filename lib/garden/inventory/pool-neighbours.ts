import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { onAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
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

/** The settings that decide which accounts are usable, and for whom. */
interface Settings {
  /** Global accounts that may own several accounts. */
  readonly allowed: readonly string[]
  readonly plans: UsabilityContext['plans']
}

interface NeighbourOptions {
  readonly usableOf?: ReturnType<typeof usablePools>
  readonly chosen?: string | null
}

/** Keys of the bindings of a pool that could be given to anybody, as Pools counts them; each pool is looked through once. */
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
 * What an action on a binding wants to know of the others: those of its account, of its tenant, and of its pool. Who asks for many
 * bindings hands over one `usableOf` for all of them; `chosen` is the tenant it is about to be given.
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
  // A restored one comes into use again once an administrator accepts it.
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
    severalAllowed: tenant === null || onAllowlist(allowed, tenant),
    usableInPool: usableInPool.size - Number(usableInPool.has(key)),
  }
}

/**
 * Whether the labels let its owner, or those it is shared by, get clusters on it, as the engine says. A refusal of Gardener does not
 * count: it may end, and its tenant then has the account again.
 */
export function isUsable(
  inventory: Pick<Known, 'pools' | 'bindingsOfAccount'>,
  pooled: PooledBinding,
  at: number,
): boolean {
  if (exclusion(pooled, policyOf('documented'), at) !== null) return false
  return !isBeingCleaned(listAccountBindings(inventory, accountKey(pooled.binding.account)))
}

/** Whether a cluster runs on an account, or a claim expects one there: then it is free for nobody, whatever its labels say. */
function isAccountInUse(
  inventory: Pick<Inventory, 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return inventory.shootCountOfAccount(account) + inventory.reservedCountOfAccount(account) > 0
}

/** Whether somebody new can get an account by a free binding: no cluster is on it or expected there, and no other binding of it is in use. */
export function isIdle(
  inventory: Pick<Inventory, 'pools' | 'bindingsOfAccount' | 'shootCountOfAccount' | 'reservedCountOfAccount'>,
  account: string,
): boolean {
  return !isAccountInUse(inventory, account) && isUnused(listAccountBindings(inventory, account))
}
