import type { ListRequest } from '../../list-window.ts'
import { type KindWindow, listKind } from '../list-kind.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type ClusterRow, clusterRows } from './cluster-row.ts'
import { CLUSTER_LIST } from './cluster-search.ts'

/** A part of the list of Clusters; `objects` are null without a control plane. */
export function listClusters(objects: OperatorObjects | null, request: ListRequest): KindWindow<ClusterRow> {
  return listKind({ objects, kind: 'Cluster', rows: clusterRows(objects), shape: CLUSTER_LIST }, request)
}
