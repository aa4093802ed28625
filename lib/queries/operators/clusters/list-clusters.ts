import type { Exported, ExportRequest } from '../../export/export-list.ts'
import type { ListRequest } from '../../list-window.ts'
import { exportKind } from '../export-kind.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { CLUSTER_LIST, type ClusterRow, clusterItems } from './cluster-list.ts'

/** A part of the list of Clusters; `objects` are null without a control plane. */
export function listClusters(objects: OperatorObjects | null, request: ListRequest): KindWindow<ClusterRow> {
  return listKind(listing(objects), request)
}

/** The file of the list of Clusters; `objects` are null without a control plane. */
export function exportClusters(objects: OperatorObjects | null, request: ExportRequest): Exported {
  return exportKind(listing(objects), request)
}

function listing(objects: OperatorObjects | null) {
  return { objects, kind: 'Cluster', items: clusterItems(objects), list: CLUSTER_LIST } as const
}
