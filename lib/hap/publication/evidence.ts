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

/** A pinned request under the rules that were to be published. */
export interface CaseResult {
  readonly name: string
  readonly passed: boolean
  /** What came instead of what was expected; null when it passed. */
  readonly problem: string | null
}
