import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ListRequest } from '../../list-window.ts'
import { exportKind } from '../export-kind.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { SUBSCRIPTION_LIST, type SubscriptionRow, subscriptionItems } from './subscription-list.ts'

/** A part of the list of SubscriptionRequests; `objects` are null without a control plane. */
export function listSubscriptions(objects: OperatorObjects | null, request: ListRequest): KindWindow<SubscriptionRow> {
  return listKind(listing(objects), request)
}

/** The file of the list of SubscriptionRequests; `objects` are null without a control plane. */
export function exportSubscriptions(objects: OperatorObjects | null, request: ExportRequest): Exported {
  return exportKind(listing(objects), request)
}

function listing(objects: OperatorObjects | null) {
  return { objects, kind: 'SubscriptionRequest', items: subscriptionItems(objects), list: SUBSCRIPTION_LIST } as const
}
