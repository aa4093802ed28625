import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from '#lib/operators/cluster/cluster-context.ts'
import { type KubeconfigWorld, NAMESPACE } from './kubeconfig-world.ts'
import { openerOn } from './opener-on.ts'

/** Context of the Cluster operator for one imported Cluster, as the operator last saw it. Events are ignored. */
export function importedClusterContext(
  { client, secrets, clock }: Pick<KubeconfigWorld, 'client' | 'secrets' | 'clock'>,
  seen: Cluster | null,
): ClusterContext {
  return {
    control: client,
    garden: client,
    claims: { get: () => Promise.reject(new Error('An imported cluster has no claim.')) },
    clusters: { get: () => seen },
    requests: { get: () => null },
    project: { name: '', namespace: NAMESPACE },
    opener: openerOn(client, secrets, NAMESPACE),
    installation: 'test',
    events: { record: () => undefined },
    now: clock.now,
    lateMs: 0,
  }
}
