import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { onAllowlist } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { isShared } from '#lib/hap/pools/labels.ts'
import { type PooledBinding, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { exclusion } from '#lib/hap/selection/exclusion.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import type { Inventory } from './inventory.ts'

type Neighbours = Pick<ActionFacts, 'siblings' | 'peers' | 'severalAllowed' | 'usableInPool'>

/** What an action on a binding wants to know of the others: those of its account, of its tenant, and of its pool. */
export function poolNeighbours(
  pooled: PooledBinding,
  inventory: Pick<Inventory, 'pools' | 'bindingsOfAccount'>,
  allowed: readonly string[],
  at: number,
): Neighbours {
  const { binding, labels } = pooled
  const key = bindingKey(binding)
  const others = (all: readonly PooledBinding[]) => all.filter(other => bindingKey(other.binding) !== key)
  const usable = (all: readonly PooledBinding[]) =>
    others(all).filter(other => exclusion(other, policyOf('documented'), at) === null)
  const siblings = inventory
    .bindingsOfAccount(accountKey(binding.account))
    .flatMap(sibling => inventory.pools.get(sibling) ?? [])
  const pool = poolOf(pooled)
  if (pool === null) return { siblings: others(siblings), peers: [], severalAllowed: true, usableInPool: 0 }
  const { pools } = inventory
  const tenant = isShared(labels) ? null : labels.tenantName
  return {
    siblings: others(siblings),
    peers: tenant === null ? [] : usable(pools.owned(pool, tenant)),
    severalAllowed: tenant === null || onAllowlist(allowed, tenant),
    usableInPool: usable(pool.shared ? pools.shared(pool) : pools.unowned(pool)).length,
  }
}
