import { compareText } from '../compare-text.ts'
import type { AccountCluster } from './account-clusters.ts'

/** The global account of a cluster; null where nobody knows. */
export function ownerOf({ shoot, claim }: AccountCluster): string | null {
  return shoot?.globalAccount ?? (claim?.tenant || null)
}

/** The global accounts of clusters, each once and in order. */
export function ownersOf(clusters: readonly AccountCluster[]): readonly string[] {
  return [...new Set(clusters.flatMap(cluster => ownerOf(cluster) ?? []))].toSorted(compareText)
}
