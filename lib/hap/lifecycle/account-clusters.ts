import type { Shoot } from '../pools/shoot.ts'
import { compareText, counted } from '../text/text.ts'

/** A claim of an account that is acknowledged and not released. */
export interface OpenClaim {
  readonly id: string
  /** The cluster it is for, as a shoot's name or runtime id; null as long as nobody said. */
  readonly cluster: string | null
  /** The global account it is for; empty where nobody knows. */
  readonly tenant: string
}

/** A cluster of an account: a shoot, a claim, or both where they are one. */
export interface AccountCluster {
  readonly shoot: Shoot | null
  readonly claim: OpenClaim | null
}

/** The clusters of an account, each once: shoots first, then claims whose shoot does not exist yet. */
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

/** The global account of a cluster; null where nobody knows. */
export function ownerOf({ shoot, claim }: AccountCluster): string | null {
  return shoot?.globalAccount ?? (claim?.tenant || null)
}

/** The global accounts of clusters, each once and in order. */
export function ownersOf(clusters: readonly AccountCluster[]): readonly string[] {
  return [...new Set(clusters.flatMap(cluster => ownerOf(cluster) ?? []))].toSorted(compareText)
}

/** How many clusters have to go before an account gets new ones again (seed 003: 71 for 250 of 180); 0 for one with room. */
export function clustersToGo(clusters: number, limit: number): number {
  return Math.max(0, clusters - limit + 1)
}

/** The obstacle that clusters of an account are, as a sentence. */
export function inUse(clusters: readonly AccountCluster[]): string {
  const running = clusters.filter(({ shoot }) => shoot !== null).length
  const announced = clusters.length - running
  const use = `${counted(running, 'cluster')} still ${running === 1 ? 'uses' : 'use'} this account`
  const comes = `${counted(announced, 'cluster')} ${announced === 1 ? 'is' : 'are'} about to be placed on`
  if (announced === 0) return `${use}.`
  return running === 0 ? `${comes} this account.` : `${use}, and ${comes} it.`
}
