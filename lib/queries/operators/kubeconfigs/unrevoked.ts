import { isRevoked } from '#lib/operators/api/asked-for.ts'
import { keyText } from '#lib/operators/framework/object-key.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { OperatorObjects } from '../operator-objects.ts'

/** Names of the requests for a cluster that nobody revoked. */
export function unrevokedOf({ kubeconfigs }: OperatorObjects, cluster: ObjectKey): readonly string[] {
  return kubeconfigs
    .by('cluster', keyText(cluster))
    .filter(each => !isRevoked(each))
    .map(({ metadata }) => metadata.name)
    .toSorted()
}
