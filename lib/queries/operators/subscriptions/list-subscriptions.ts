import type { ListRequest } from '../../list-window.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type SubscriptionRow, subscriptionRows } from './subscription-row.ts'
import { SUBSCRIPTION_LIST } from './subscription-search.ts'

/** A part of the list of SubscriptionRequests; `objects` are null without a control plane. */
export function listSubscriptions(objects: OperatorObjects | null, request: ListRequest): KindWindow<SubscriptionRow> {
  const rows = subscriptionRows(objects)
  return listKind({ objects, kind: 'SubscriptionRequest', rows, shape: SUBSCRIPTION_LIST }, request)
}
