import type { AccountPlan, BindingPlan } from '#embedded-garden/landscape/accounts.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { MINUTE, timestamp } from '#embedded-garden/landscape/place.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

/** The event that Gardener records for a terminating binding that shoots still use. */
export function terminatingEvent(account: AccountPlan, binding: BindingPlan, place: Place, random: Random): KubeObject {
  const { namespace, at } = place
  const first = binding.deletedAt ?? at
  const uid = random.uuid()
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${binding.name}.${random.hex(16)}`,
      namespace,
      uid,
      creationTimestamp: timestamp(first),
    },
    involvedObject: {
      kind: binding.kind,
      namespace,
      name: binding.name,
      apiVersion: binding.kind === 'SecretBinding' ? 'core.gardener.cloud/v1beta1' : 'security.gardener.cloud/v1alpha1',
    },
    reason: 'ResourceReferenced',
    message: `Cannot delete ${binding.kind}: ${account.clusters} shoots still reference it`,
    source: { component: 'gardener-controller-manager' },
    reportingComponent: 'gardener-controller-manager',
    reportingInstance: '',
    type: 'Normal',
    count: random.int(5, 90),
    firstTimestamp: timestamp(first),
    lastTimestamp: timestamp(at - random.int(1, 9) * MINUTE),
  }
}
