import { poolNeighbours } from '#lib/garden/inventory/pool-neighbours.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { QueryContext } from '../query-context.ts'

/** What the inventory knows of a binding that actions on it depend on. Claims in the database and a fresh look are up to the act. */
export function knownFacts(pooled: PooledBinding, { inventory, rules, at }: QueryContext): ActionFacts {
  return {
    ...poolNeighbours(pooled, inventory, rules.multiAccount.allowed, at),
    pooled,
    at,
    seenEpoch: null,
    clusters: accountClusters(inventory.shootsOfAccount(accountKey(pooled.binding.account)), []),
  }
}
