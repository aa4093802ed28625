import type { Shoot } from '../pools/shoot.ts'

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
