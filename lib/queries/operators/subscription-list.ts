import { z } from 'zod'
import { tenantOf } from '#lib/operators/api/cluster.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { ownerOf } from '#lib/operators/api/deletion-facts.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import type { SearchField } from '#lib/search/field.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import type { Exported, ExportRequest } from '../lists/export-list.ts'
import type { ListRequest } from '../lists/list-window.ts'
import { BindingRef } from '../lists/row-schemas.ts'
import { exportKind, type KindWindow, listKind } from './list-custom-resources.ts'
import type { OperatorObjects } from './operator-objects.ts'
import {
  type ResourceState,
  type ResourceSummary,
  SUMMARY_FIELDS,
  summarizeResource,
  withExamples,
} from './resource-state.ts'

/** A SubscriptionRequest with its summary. */
interface SubscriptionItem {
  readonly request: SubscriptionRequest
  readonly summary: ResourceSummary
  readonly globalAccount: string | null
  /** The Cluster that created it; null for a request of a person. */
  readonly cluster: string | null
}

const byName = byText<SubscriptionItem>(({ request }) => request.metadata.name)

/**
 * The list of SubscriptionRequests. A search without field matches names, accounts, Clusters and
 * messages of the operator.
 */
export const SUBSCRIPTION_LIST = defineList<SubscriptionItem>()(
  { defaultSort: 'name', tie: byName.compare },
  {
    name: {
      row: z.string(),
      value: ({ request }) => request.metadata.name,
      search: { kind: 'text', description: 'part of the name' },
      sort: byName,
      csv: 'name',
    },
    ...SUMMARY_FIELDS,
    provider: {
      row: z.string(),
      value: ({ request }) => request.spec.provider,
      search: { kind: 'enum', values: PROVIDERS, description: 'provider type of Gardener' },
      sort: byText(({ request }) => request.spec.provider),
      csv: 'provider',
    },
    selector: { row: z.string(), value: ({ request }) => request.spec.subscriptionSelector, csv: 'selector' },
    plan: {
      row: z.string().nullable(),
      value: planOf,
      search: { kind: 'enum', description: 'plan' },
      sort: byText(planOf),
      csv: 'plan',
    },
    region: {
      row: z.string().nullable(),
      value: regionOf,
      search: { kind: 'enum', description: 'hyperscaler region' },
      sort: byText(regionOf),
      csv: 'region',
    },
    globalAccount: {
      row: z.string().nullable(),
      search: { name: 'ga', kind: 'text', prefix: true, description: 'start of the global account' },
      column: 'ga',
      sort: byText(({ globalAccount }) => globalAccount),
      csv: 'global_account',
    },
    binding: {
      row: BindingRef.nullable(),
      value: ({ request }) => request.status?.bindingRef ?? null,
      search: {
        name: 'account',
        kind: 'text',
        description: 'part of the name of its binding',
        read: ({ request }) => request.status?.bindingRef?.name ?? null,
      },
      column: 'account',
      sort: byText(({ request }) => request.status?.bindingRef?.name),
      csv: { binding_kind: binding => binding?.kind ?? null, binding: binding => binding?.name ?? null },
    },
    cluster: {
      row: z.string().nullable(),
      search: { kind: 'text', description: 'part of the name of the Cluster that created it' },
      sort: byText(({ cluster }) => cluster),
      csv: 'cluster',
    },
    claim: {
      /** Id of its claim. */
      row: z.string().nullable(),
      value: ({ request }) => request.status?.claim ?? null,
      search: { kind: 'text', prefix: true, description: 'start of the id of its claim' },
      csv: 'claim',
    },
    position: {
      /** Position in the queue of its pool, from 1; null while it does not wait there. */
      row: z.number().nullable(),
      value: positionOf,
      search: { kind: 'number', description: 'position in the queue of its pool' },
      sort: byNumber(positionOf),
      csv: 'position',
      csvBefore: 'provider',
    },
    createdAt: {
      row: z.string(),
      value: ({ request }) => request.metadata.creationTimestamp,
      search: { name: 'created', kind: 'time', description: 'creation time' },
      column: 'age',
      sort: byText(({ request }) => request.metadata.creationTimestamp),
      csv: 'created',
    },
  },
)

/** One row of the list of SubscriptionRequests. */
export type SubscriptionRow = RowOf<typeof SUBSCRIPTION_LIST>

/** Lists all SubscriptionRequests; empty without a control plane. */
export function listSubscriptionItems(objects: OperatorObjects | null): readonly SubscriptionItem[] {
  return objects === null ? [] : Array.from(objects.subscriptions.all(), subscriptionItem)
}

function subscriptionItem(request: SubscriptionRequest): SubscriptionItem {
  const { metadata, spec } = request
  return {
    request,
    summary: summarizeResource(request, stateOf),
    globalAccount: tenantOf(spec.subscriptionSelector),
    cluster: ownerOf(metadata),
  }
}

/** Builds the row of a SubscriptionRequest. */
export function buildSubscriptionRow(request: SubscriptionRequest): SubscriptionRow {
  return SUBSCRIPTION_LIST.toRow(subscriptionItem(request))
}

/** Returns the search fields with occurring values as examples. */
export function listSubscriptionFields(items: readonly SubscriptionItem[]): readonly SearchField[] {
  return withExamples(SUBSCRIPTION_LIST.fields, { plan: items.map(planOf), region: items.map(regionOf) })
}

function planOf({ request }: SubscriptionItem): string | null {
  return request.spec.plan ?? null
}

function regionOf({ request }: SubscriptionItem): string | null {
  return request.spec.region ?? null
}

function positionOf({ request }: SubscriptionItem): number | null {
  return request.status?.position ?? null
}

const STATES: Readonly<Record<string, ResourceState>> = {
  Reused: 'ready',
  Claimed: 'ready',
  Shared: 'ready',
  Requested: 'in-progress',
  PoolEmpty: 'waiting',
  Refused: 'failed',
  Failed: 'failed',
  // The claim was released while the request still exists.
  Releasing: 'failed',
}

function stateOf({ reason }: Pick<Condition, 'reason'>): ResourceState {
  return STATES[reason] ?? 'in-progress'
}

/** Lists a part of the SubscriptionRequests; `objects` are null without a control plane. */
export function listSubscriptions(objects: OperatorObjects | null, request: ListRequest): KindWindow<SubscriptionRow> {
  return listKind(listing(objects), request)
}

/** Exports the list of SubscriptionRequests; `objects` are null without a control plane. */
export function exportSubscriptions(objects: OperatorObjects | null, request: ExportRequest): Exported {
  return exportKind(listing(objects), request)
}

function listing(objects: OperatorObjects | null) {
  return {
    objects,
    kind: 'SubscriptionRequest',
    items: listSubscriptionItems(objects),
    list: SUBSCRIPTION_LIST,
  } as const
}
