import { z } from 'zod'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { type ResourceVerb, resourceTarget, resourceTargets } from '#lib/hap/audit/target.ts'
import { type DeletionFacts, deletionConsequence, deletionRefusal, mustTypeName } from '#lib/hap/resource-deletion.ts'
import { type Cluster, globalAccountOf, tenantOf } from '#lib/operators/api/cluster.ts'
import { clusterDeletionFacts, subscriptionDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { audited, recorded } from '#lib/services/audit/audited.ts'
import { parseInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { readableInput, requireSeenObject, SeenInput } from './order-input.ts'
import { attemptOf, failedWriteOutcome, type ProvedCall, type ResourceContext, requireVerb } from './resource-call.ts'

/** How objects of one kind are deleted. */
interface Deletion<Target extends Stored> {
  readonly verb: Extract<ResourceVerb, `delete-${string}`>
  readonly resource: Resource
  factsOf(object: Target): DeletionFacts
  /** The global account of the object; null for none. */
  globalAccount(object: Target): string | null
}

interface Stored extends KubeObject {
  metadata: NonNullable<KubeObject['metadata']> & { uid: string; generation: number; resourceVersion: string }
  readonly spec: object
}

export const DeletionInput = SeenInput.extend({
  /** The name, typed to confirm a deletion that cannot be undone. */
  confirmed: z.string().max(253).default(''),
})

/**
 * Deletes the object that the user saw: authorises, validates, reads the object, requires a recent
 * sign-in if the deletion cannot be undone, does a dry run, then deletes between two audit records.
 * The operator does the rest. Throws RefusedError, AuditError, GardenError.
 */
async function deleteResource<Target extends Stored>(
  context: ResourceContext,
  { verb, resource, factsOf, globalAccount }: Deletion<Target>,
  { call, name }: { readonly call: ProvedCall; readonly name: string },
): Promise<void> {
  const { control, namespace, audit } = context
  const kind = verb === 'delete-cluster' ? 'Cluster' : 'SubscriptionRequest'
  const attempt = attemptOf(verb, call, [resourceTarget(kind, namespace, name)])
  const place = { resource, namespace, name }
  const { reason, ticket } = readableInput(call.input)
  const order = await recorded(context, { ...attempt, reason, ticket }, () => {
    requireVerb(verb, call.user)
    return parseInput(DeletionInput, call.input)
  })
  const draft = { ...attempt, reason: order.reason, ticket: order.ticket }
  const object = await recorded(context, draft, async () => {
    const found = await readObject<Target>(context, place)
    requireSeenObject({ ...found.metadata, name }, order.seen, 'Nothing was deleted.')
    const facts = factsOf(found)
    const obstacle = deletionRefusal(facts)
    if (obstacle !== null) throw new RefusedError(409, obstacle)
    const again = mustTypeName(facts) ? stepUpRefusal(call.user, call.signedInAt, context.now()) : null
    if (again !== null) throw new RefusedError(403, again)
    if (mustTypeName(facts) && order.confirmed !== name)
      throw new RefusedError(400, `Type the name ${name} to confirm the deletion.`)
    return found
  })
  const { uid } = object.metadata
  await control.delete(place, { uid, dryRun: true })
  const before = JSON.parse(JSON.stringify({ uid, labels: object.metadata.labels, spec: object.spec })) as JsonValue
  const act = async () => {
    await control.delete(place, { uid })
    const detail = deletionConsequence(factsOf(object)).join(' ')
    return { outcome: 'accepted', detail, result: undefined } as const
  }
  const targets = resourceTargets(kind, { namespace, name }, globalAccount(object))
  await audited(audit, { ...draft, targets, before, after: { deleted: true } }, act, failedWriteOutcome)
}

async function readObject<Target extends Stored>(
  { control }: Pick<ResourceContext, 'control'>,
  place: { readonly resource: Resource; readonly namespace: string; readonly name: string },
): Promise<Target> {
  try {
    return await control.get<Target>(place)
  } catch (error) {
    if (isNotFound(error))
      throw new RefusedError(404, `There is no ${place.resource.kind} ${place.name.slice(0, 253)}.`)
    throw error
  }
}

/**
 * Deletes a Cluster: the operator deletes its shoot, then releases its account. Throws
 * RefusedError, AuditError, GardenError.
 */
export function deleteCluster(context: ResourceContext, call: ProvedCall, name: string): Promise<void> {
  // Pages show how many kubeconfigs are left and who else uses the account; neither stops a
  // deletion.
  const factsOf = (cluster: Cluster) => clusterDeletionFacts(cluster, 0, null)
  const globalAccount = ({ metadata: { labels }, spec }: Cluster) => globalAccountOf({ labels, spec })
  return deleteResource(context, { verb: 'delete-cluster', resource: CLUSTERS, factsOf, globalAccount }, { call, name })
}

/**
 * Deletes a SubscriptionRequest: the operator releases its account. Throws RefusedError,
 * AuditError, GardenError.
 */
export function deleteSubscription(context: ResourceContext, call: ProvedCall, name: string): Promise<void> {
  const deletion = {
    verb: 'delete-subscription',
    resource: SUBSCRIPTION_REQUESTS,
    // Pages show who else uses the account; it does not stop a deletion.
    factsOf: (request: SubscriptionRequest) => subscriptionDeletionFacts(request, null),
    globalAccount: ({ spec }: SubscriptionRequest) => tenantOf(spec.subscriptionSelector),
  } as const
  return deleteResource(context, deletion, { call, name })
}
