import { subscriptionDeletionFacts } from '#lib/operators/api/deletion-facts.ts'
import { type SubscriptionRequestSpec, wasReleased } from '#lib/operators/api/subscription-request.ts'
import { countOtherUses } from './binding-uses.ts'
import { buildDeletionOffer, buildObjectDetail, type DeletionOffer, type ObjectDetail } from './object-detail.ts'
import type { OperatorObjects } from './operator-objects.ts'
import { buildSubscriptionRow, type SubscriptionRow } from './subscription-list.ts'

/** Content of the page of a SubscriptionRequest. */
export interface SubscriptionDetail extends ObjectDetail {
  readonly row: SubscriptionRow
  readonly spec: SubscriptionRequestSpec
  /** Type of the pool of its account; null while unknown. */
  readonly hyperscalerType: string | null
  /** Whether its claim is released, so that it never gets an account. */
  readonly givenBack: boolean
  readonly deletion: DeletionOffer
}

/** Returns the detail of a SubscriptionRequest; null when it does not exist. */
export function getSubscriptionDetail(objects: OperatorObjects, name: string): SubscriptionDetail | null {
  const request = objects.subscriptions.get({ namespace: objects.namespace, name })
  if (request === null) return null
  const row = buildSubscriptionRow(request)
  return {
    ...buildObjectDetail(objects, 'SubscriptionRequest', request),
    row,
    spec: request.spec,
    hyperscalerType: request.status?.hyperscalerType ?? null,
    givenBack: wasReleased(request),
    deletion: buildDeletionOffer(subscriptionDeletionFacts(request, countOtherUses(objects, row.binding))),
  }
}
