import type { Cluster } from '#lib/operators/api/cluster.ts'
import { rfc3339 } from '#lib/operators/framework/times.ts'
import type { RequestOfCluster } from '#lib/operators/kubeconfig/requests-of-cluster.ts'

type Requests = readonly Pick<RequestOfCluster, 'isInside' | 'lastExpiry'>[]

/** Whether anything of ours may be in a cluster that was brought; not in one that nobody ever got into. */
export function mayBeInside(cluster: Cluster, requests: Requests): boolean {
  return administratorsOf(cluster) > 0 || requests.some(({ isInside }) => isInside)
}

/** What of it stays if nobody takes it away, as a sentence. */
export function whatMayStay(cluster: Cluster, requests: Requests): string {
  const administrators = administratorsOf(cluster)
  const inside = requests.filter(({ isInside }) => isInside)
  const last = Math.max(0, ...inside.map(({ lastExpiry }) => lastExpiry ?? 0))
  const parts = [
    ...(administrators === 0 ? [] : [`${counted(administrators, 'administrator')} for good`]),
    ...(inside.length === 0
      ? []
      : [`the access of ${counted(inside.length, 'KubeconfigRequest')}${last === 0 ? '' : ` until ${rfc3339(last)}`}`]),
  ]
  return parts.length === 0 ? '' : `What would stay: ${parts.join(', ')}.`
}

/** Also those whose binding has begun: whether it ended is not known, where nobody could look. */
function administratorsOf({ status }: Cluster): number {
  return new Set([...(status?.administrators ?? []), ...(status?.administratorsBegun ?? [])]).size
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
