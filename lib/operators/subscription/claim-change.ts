import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { requestUidOf } from './claim-orders.ts'

/** Changes to an existing claim. */
export type ClaimChange = 'release' | 'cancel-claim' | 'set-cluster'

const DELETE_INSTEAD = 'Delete that request, or the Cluster that created it, instead.'

const INSTEAD: Readonly<Record<ClaimChange, string>> = {
  release: DELETE_INSTEAD,
  'cancel-claim': DELETE_INSTEAD,
  'set-cluster': 'Its spec.cluster says which cluster it is for.',
}

/**
 * Why only the operator may change the claim of a SubscriptionRequest, as a sentence: its cluster
 * would lose the account. Null for other claims, identified by their Idempotency-Key, and without
 * operators.
 */
export function whyOnlyOperator(
  objects: Pick<OperatorObjects, 'subscriptions'> | null,
  key: string,
  change: ClaimChange,
): string | null {
  const uid = requestUidOf(key)
  if (objects === null || uid === null) return null
  return `The claim belongs to ${nameOf(objects, uid)}. ${INSTEAD[change]}`
}

function nameOf({ subscriptions }: Pick<OperatorObjects, 'subscriptions'>, uid: string): string {
  for (const { metadata } of subscriptions.all())
    if (metadata.uid === uid) return `SubscriptionRequest ${metadata.name}`
  return 'a SubscriptionRequest'
}
