import type { PooledBinding } from '../pools/pooled-binding.ts'
import type { Request } from '../request.ts'
import type { Policy } from '../semantics/policy.ts'
import type { ClusterCount, UsageSource } from './usage.ts'

/** The clusters of a binding as the policy counts them, for a dedicated or a shared search. */
export function countClusters(
  { binding }: PooledBinding,
  shared: boolean,
  request: Pick<Request, 'globalAccount'>,
  usage: UsageSource,
  policy: Policy,
): ClusterCount {
  if (policy.counting === 'account') return usage.clusters(binding)
  if (shared) return { database: 0, reserved: 0, onlyInGardener: usage.shoots(binding.name) }
  return { database: usage.instances(binding.name, request.globalAccount), reserved: 0, onlyInGardener: 0 }
}
