import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { parseTarget, RESOURCE_ENTRIES, type ResourceVerb } from '#lib/hap/audit/target.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { mayStillLand } from '#lib/services/audit/in-flight.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import type { AuditRecord } from '#lib/store/audit/list.ts'
import { findGone, findMade } from './look-at-object.ts'
import type { ResourceContext } from './resource-context.ts'

interface Looked {
  readonly resource: Resource
  /** What the object tells now, null for one that is gone. */
  find(object: KubeObject | null, entry: AuditRecord): Found | null
}

const RESOURCES: Readonly<Record<ResourceVerb, Looked>> = {
  'create-cluster': { resource: CLUSTERS, find: findMade },
  'delete-cluster': { resource: CLUSTERS, find: findGone },
  'create-subscription': { resource: SUBSCRIPTION_REQUESTS, find: findMade },
  'delete-subscription': { resource: SUBSCRIPTION_REQUESTS, find: findGone },
}

const BY_ACTION = new Map(
  (Object.keys(RESOURCES) as ResourceVerb[]).map(verb => [RESOURCE_ENTRIES[verb], RESOURCES[verb]]),
)

/** What came of entries on Clusters and SubscriptionRequests that ended without a word, as far as these show it. */
export function resourceLooker(
  { control, namespace }: Pick<ResourceContext, 'control' | 'namespace'>,
  now: () => number,
): Looker {
  return {
    actions: [...BY_ACTION.keys()],
    isOwn: () => true,
    async look(entry) {
      const looked = BY_ACTION.get(entry.action)
      const target = entry.targets
        .map(parseTarget)
        .find(each => each.kind === 'resource' && each.of === looked?.resource.kind)
      if (looked === undefined || target?.kind !== 'resource' || mayStillLand(entry, now())) return null
      try {
        const place = { resource: looked.resource, namespace, name: target.name }
        return looked.find(await control.get<KubeObject>(place), entry)
      } catch (error) {
        if (isNotFound(error)) return looked.find(null, entry)
        // It is looked again.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}
