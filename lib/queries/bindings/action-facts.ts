import { previewCleaner } from '#lib/garden/cleaning/cleaner-outlook.ts'
import { findNeighbours, usablePools } from '#lib/garden/inventory/pool-neighbours.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { QueryContext } from '../query-context.ts'

/**
 * Returns a function that collects the facts that actions depend on from the inventory. The action
 * itself reads claims and shoots again before it writes.
 */
export function createFactsReader({
  inventory,
  rules,
  cleaning,
  at,
}: QueryContext): (pooled: PooledBinding) => ActionFacts {
  const usable = usablePools(inventory, rules.plans, at)
  const settings = { allowed: rules.multiAccount.allowed, plans: rules.plans }
  return pooled => {
    const account = accountKey(pooled.binding.account)
    const facts: ActionFacts = {
      ...findNeighbours(pooled, inventory, settings, at, { usableOf: usable }),
      pooled,
      at,
      releasedBy: inventory.givenBackOfAccount(account).map(({ tenant }) => tenant),
      clusters: accountClusters(inventory.shootsOfAccount(account), inventory.claimsOfAccount(account)),
    }
    return { ...facts, cleaner: previewCleaner(facts, cleaning) }
  }
}

/** Collects the facts of one binding. */
export function getActionFacts(pooled: PooledBinding, context: QueryContext): ActionFacts {
  return createFactsReader(context)(pooled)
}
