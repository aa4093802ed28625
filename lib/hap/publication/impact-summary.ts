/** Clusters a change of the rules does the same to. */
interface ImpactCount {
  /** Of lib/hap/impact. */
  readonly impact: string
  readonly clusters: number
  readonly globalAccounts: number
}

/** What a change of the rules was foreseen to do at the moment of its publication. */
export interface ImpactSummary {
  /** The worst first; nothing that happens to no cluster. */
  readonly counts: readonly ImpactCount[]
  /** Clusters about which nothing could be said. */
  readonly unknown: number
}
