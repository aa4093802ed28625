import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import type { QueryContext } from '../query-context.ts'

/** Builds the claim of a shoot, as adoption registers it. */
export function claimFor(shoot: Shoot, { inventory }: Pick<QueryContext, 'inventory'>): ClusterClaim {
  const account = inventory.accountOfShoot(shoot)
  return {
    id: `claim-of-${shoot.name}`,
    status: 'active',
    cluster: shoot.name,
    tenant: shoot.globalAccount ?? '',
    plan: null,
    provider: shoot.provider,
    region: shoot.region,
    poolKey: 'aws',
    binding: shoot.binding && { ...shoot.binding, namespace: shoot.namespace },
    account: account ? accountKey(account) : '',
    at: shoot.createdAt,
  }
}
