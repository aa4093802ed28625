import type { ClusterNews } from './write-cluster-status.ts'

/** How the cluster of a Cluster is, after what could be done was done. */
export interface KeptCluster extends ClusterNews {
  /** Epoch milliseconds before which nobody has to look again, and when somebody does; null = nothing is due. */
  readonly nextLook: number | null
  /** Milliseconds for which the server asked to be left alone. */
  readonly waitMs?: number
}
