import { isRevoked } from '#lib/operators/api/request-facts.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { OperatorObjects } from '../operator-objects.ts'

/** Names of the requests for a cluster that nobody revoked. */
export function unrevokedOf({ kubeconfigs }: OperatorObjects, cluster: ObjectKey): readonly string[] {
  return kubeconfigs
    .by('cluster', keyText(cluster))
    .filter(each => !isRevoked(each))
    .map(({ metadata }) => metadata.name)
    .toSorted()
}
