import type { Shoot } from '../pools/shoot.ts'
import { compareText, countNoun } from '../text.ts'

/** An acknowledged claim of an account that is not released. */
export interface OpenClaim {
  readonly id: string
  /** Name of the shoot or runtime id; null while unknown. */
  readonly cluster: string | null
  /** Global account of the claim; empty when unknown. */
  readonly tenant: string
}

/** A cluster on an account: a shoot, a claim, or both when they match. */
export interface AccountCluster {
  readonly shoot: Shoot | null
  readonly claim: OpenClaim | null
}

/** Lists the clusters of an account, each once: shoots first, then claims without a shoot. */
export function accountClusters(shoots: readonly Shoot[], claims: readonly OpenClaim[]): readonly AccountCluster[] {
  const byCluster = new Map(claims.flatMap(claim => (claim.cluster === null ? [] : [[claim.cluster, claim] as const])))
  const seen = new Set<OpenClaim>()
  const running = shoots.map(shoot => {
    const claim =
      byCluster.get(shoot.name) ?? (shoot.runtimeId === null ? null : byCluster.get(shoot.runtimeId)) ?? null
    if (claim) seen.add(claim)
    return { shoot, claim }
  })
  return [...running, ...claims.filter(claim => !seen.has(claim)).map(claim => ({ shoot: null, claim }))]
}

/** Global account of a cluster; null when unknown. */
export function ownerOf({ shoot, claim }: AccountCluster): string | null {
  return shoot?.globalAccount ?? (claim?.tenant || null)
}

/** Global accounts of clusters, unique and sorted. */
export function ownersOf(clusters: readonly AccountCluster[]): readonly string[] {
  return [...new Set(clusters.flatMap(cluster => ownerOf(cluster) ?? []))].toSorted(compareText)
}

/**
 * Number of clusters above the limit of an account, plus one (seed 003: 71 for 250 of 180); 0 for
 * an account with room.
 */
export function excessClusters(clusters: number, limit: number): number {
  return Math.max(0, clusters - limit + 1)
}

/** Formats the clusters of an account as the reason why it cannot change, one sentence. */
export function inUseMessage(clusters: readonly AccountCluster[]): string {
  const running = clusters.filter(({ shoot }) => shoot !== null).length
  const announced = clusters.length - running
  const use = `${countNoun(running, 'cluster')} still ${running === 1 ? 'uses' : 'use'} this account`
  const comes = `${countNoun(announced, 'cluster')} ${announced === 1 ? 'is' : 'are'} about to be placed on`
  if (announced === 0) return `${use}.`
  return running === 0 ? `${comes} this account.` : `${use}, and ${comes} it.`
}
