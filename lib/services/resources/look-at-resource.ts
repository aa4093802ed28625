import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { RESOURCE_ENTRIES, type ResourceVerb } from '#lib/hap/resources/resource-verbs.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { Found, Looker } from '#lib/services/audit/unknown-outcomes.ts'
import type { ResourceContext } from './resource-context.ts'

/** A server gives up on a request after this long at the latest, so that what has not landed by then never will. */
const IN_FLIGHT_MS = 120_000

interface Looked {
  readonly resource: Resource
  /** What the object tells now, null for one that is gone; `at`: when the entry began, in milliseconds since 1970. */
  find(object: KubeObject | null, at: number): Found | null
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
    async look({ action, at, targets }) {
      const since = Date.parse(at)
      const looked = BY_ACTION.get(action)
      const name = targets.map(parseTarget).find(each => each.kind === 'resource' && each.of === looked?.resource.kind)
      if (looked === undefined || name?.kind !== 'resource' || now() - since < IN_FLIGHT_MS) return null
      try {
        const place = { resource: looked.resource, namespace, name: name.name }
        return looked.find(await control.get<KubeObject>(place), since)
      } catch (error) {
        if (isNotFound(error)) return looked.find(null, since)
        // It is looked again.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

/** One that is gone may have been there. */
function findMade(object: KubeObject | null, at: number): Found | null {
  return object && madeSince(object, at) ? { outcome: 'accepted', detail: 'It is there.' } : null
}

function findGone(object: KubeObject | null, at: number): Found {
  return object === null || object.metadata?.deletionTimestamp !== undefined || madeSince(object, at)
    ? { outcome: 'accepted', detail: 'It is gone, or going.' }
    : { outcome: 'failed', detail: 'It is still there.' }
}

/** Its time has whole seconds. */
function madeSince({ metadata }: KubeObject, at: number): boolean {
  return Date.parse(metadata?.creationTimestamp ?? '') >= Math.floor(at / 1_000) * 1_000
}
