import { z } from 'zod'
import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { parseTarget, RESOURCE_AUDIT_NAMES, type ResourceVerb } from '#lib/hap/audit/target.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { mayStillLand, type OutcomeResolver, type ResolvedOutcome } from '#lib/services/audit/resolve-outcomes.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import type { ResourceContext } from './resource-call.ts'

interface Looked {
  readonly resource: Resource
  /** Resolves a record from the current object; null for one that is deleted. */
  find(object: KubeObject | null, entry: AuditRecord): ResolvedOutcome | null
}

const RESOURCES: Readonly<Record<ResourceVerb, Looked>> = {
  'create-cluster': { resource: CLUSTERS, find: resolveCreation },
  'delete-cluster': { resource: CLUSTERS, find: resolveDeletion },
  'create-subscription': { resource: SUBSCRIPTION_REQUESTS, find: resolveCreation },
  'delete-subscription': { resource: SUBSCRIPTION_REQUESTS, find: resolveDeletion },
}

const BY_ACTION = new Map(
  (Object.keys(RESOURCES) as ResourceVerb[]).map(verb => [RESOURCE_AUDIT_NAMES[verb], RESOURCES[verb]]),
)

/** Resolves open records on Clusters and SubscriptionRequests from the objects. */
export function resourceResolver(
  { control, namespace }: Pick<ResourceContext, 'control' | 'namespace'>,
  now: () => number,
): OutcomeResolver {
  return {
    actions: [...BY_ACTION.keys()],
    isOwn: () => true,
    async resolve(entry) {
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
        // Retried with the next batch.
        if (error instanceof GardenError) return null
        throw error
      }
    },
  }
}

type Stored = Pick<KubeObject, 'metadata'>

/**
 * The part of a record that identifies the deleted object; another object of its name proves
 * nothing.
 */
const Deleted = z.object({ uid: z.string() })

/**
 * Whether the object of a creation exists now; null if it does not, since it may have been deleted
 * again.
 */
export function resolveCreation(object: Stored | null, { at }: Pick<AuditRecord, 'at'>): ResolvedOutcome | null {
  // creationTimestamp has whole seconds.
  const since = Math.floor(Date.parse(at) / 1_000) * 1_000
  const made = Date.parse(object?.metadata?.creationTimestamp ?? '') >= since
  return made ? { outcome: 'accepted', detail: 'It is there.' } : null
}

/**
 * Whether the object of a deletion is gone now; null if the record does not identify the object.
 */
export function resolveDeletion(
  object: Stored | null,
  { before }: Pick<AuditRecord, 'before'>,
): ResolvedOutcome | null {
  const deleted = Deleted.safeParse(before).data
  if (deleted === undefined) return null
  return object?.metadata?.uid === deleted.uid && object.metadata.deletionTimestamp === undefined
    ? { outcome: 'failed', detail: 'The object still exists.' }
    : { outcome: 'accepted', detail: 'The object is deleted or being deleted.' }
}
