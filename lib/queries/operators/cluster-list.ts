import { z } from 'zod'
import { type Cluster, globalAccountOf } from '#lib/operators/api/cluster.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/resources.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import type { SearchField } from '#lib/search/field.ts'
import { byText, defineList, type RowOf } from '../lists/define-list.ts'
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

/** A Cluster with its summary. */
interface ClusterItem {
  readonly cluster: Cluster
  readonly summary: ResourceSummary
  readonly globalAccount: string | null
  /** Position of its request in the queue of a pool, from 1; null while it does not wait. */
  readonly position: number | null
}

const byName = byText<ClusterItem>(({ cluster }) => cluster.metadata.name)

/**
 * The list of Clusters. A search without field matches names, accounts, shoots and messages of the
 * operator.
 */
export const CLUSTER_LIST = defineList<ClusterItem>()(
  { defaultSort: 'name', tie: byName.compare },
  {
    name: {
      row: z.string(),
      value: ({ cluster }) => cluster.metadata.name,
      search: { kind: 'text', description: 'part of the name' },
      sort: byName,
      csv: 'name',
    },
    ...SUMMARY_FIELDS,
    position: {
      row: z.number().nullable(),
      column: 'state',
      csv: 'position',
    },
    provider: {
      /** Null for an imported cluster. */
      row: z.string().nullable(),
      value: providerOf,
      search: { kind: 'enum', values: PROVIDERS, description: 'provider type of Gardener' },
      sort: byText(providerOf),
      csv: 'provider',
    },
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
      value: ({ cluster }) => cluster.status?.bindingRef ?? null,
      search: {
        name: 'account',
        kind: 'text',
        description: 'part of the name of its binding',
        read: ({ cluster }) => cluster.status?.bindingRef?.name ?? null,
      },
      column: 'account',
      sort: byText(({ cluster }) => cluster.status?.bindingRef?.name),
      csv: { binding_kind: binding => binding?.kind ?? null, binding: binding => binding?.name ?? null },
    },
    shoot: {
      row: z.object({ namespace: z.string(), name: z.string() }).nullable(),
      value: ({ cluster: { status } }) =>
        status?.shootRef ? { namespace: status.shootRef.namespace, name: status.shootRef.name } : null,
      search: {
        kind: 'text',
        description: 'part of the name of its shoot',
        read: ({ cluster }) => cluster.status?.shootRef?.name ?? null,
      },
      sort: byText(({ cluster }) => cluster.status?.shootRef?.name),
      csv: { shoot: shoot => shoot?.name ?? null },
    },
    administrators: {
      row: z.number(),
      value: ({ cluster }) => cluster.spec.administrators?.length ?? 0,
      csv: 'administrators',
    },
    createdAt: {
      row: z.string(),
      value: ({ cluster }) => cluster.metadata.creationTimestamp,
      search: { name: 'created', kind: 'time', description: 'creation time' },
      column: 'age',
      sort: byText(({ cluster }) => cluster.metadata.creationTimestamp),
      csv: 'created',
    },
    brought: {
      search: {
        kind: 'boolean',
        description: 'is an imported cluster',
        read: item => providerOf(item) === null,
      },
    },
  },
)

/** One row of the list of Clusters. */
export type ClusterRow = RowOf<typeof CLUSTER_LIST>

/** Lists all Clusters; empty without a control plane. */
export function listClusterItems(objects: OperatorObjects | null): readonly ClusterItem[] {
  return objects === null ? [] : Array.from(objects.clusters.all(), cluster => clusterItem(cluster, objects))
}

function clusterItem(cluster: Cluster, objects: Pick<OperatorObjects, 'subscriptions'>): ClusterItem {
  const { metadata, spec } = cluster
  const [request] = objects.subscriptions.ownedBy(metadata.uid)
  return {
    cluster,
    summary: summarizeResource(cluster, stateOf),
    globalAccount: globalAccountOf({ labels: metadata.labels ?? {}, spec }),
    position: request?.status?.position ?? null,
  }
}

/** Builds the row of a Cluster. */
export function buildClusterRow(cluster: Cluster, objects: Pick<OperatorObjects, 'subscriptions'>): ClusterRow {
  return CLUSTER_LIST.toRow(clusterItem(cluster, objects))
}

/** Returns the search fields with plans and regions as examples. */
export function listClusterFields(items: readonly ClusterItem[]): readonly SearchField[] {
  return withExamples(CLUSTER_LIST.fields, { plan: items.map(planOf), region: items.map(regionOf) })
}

function providerOf({ cluster }: ClusterItem): string | null {
  return cluster.spec.infrastructure?.provider ?? null
}

function planOf({ cluster }: ClusterItem): string | null {
  return cluster.metadata.labels?.[CLUSTER_LABELS.plan] ?? null
}

function regionOf({ cluster }: ClusterItem): string | null {
  return cluster.spec.core?.region ?? null
}

const STATES: Readonly<Record<string, ResourceState>> = {
  Ready: 'ready',
  Waiting: 'waiting',
  InProgress: 'in-progress',
  Failed: 'failed',
  Deleting: 'deleting',
}

function stateOf({ reason }: Pick<Condition, 'reason'>): ResourceState {
  return STATES[reason] ?? 'in-progress'
}

/** Lists a part of the Clusters; `objects` are null without a control plane. */
export function listClusters(objects: OperatorObjects | null, request: ListRequest): KindWindow<ClusterRow> {
  return listKind(listing(objects), request)
}

/** Exports the list of Clusters; `objects` are null without a control plane. */
export function exportClusters(objects: OperatorObjects | null, request: ExportRequest): Exported {
  return exportKind(listing(objects), request)
}

function listing(objects: OperatorObjects | null) {
  return { objects, kind: 'Cluster', items: listClusterItems(objects), list: CLUSTER_LIST } as const
}
