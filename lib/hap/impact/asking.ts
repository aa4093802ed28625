/** What is known of how a cluster was requested; null for what nobody knows. */
export interface AskedFacts {
  readonly plan: string | null
  readonly provider: string | null
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
  readonly globalAccount: string | null
}

/** One entry of a population: a cluster, or several that were requested alike. */
export interface Asking {
  readonly asked: AskedFacts
  readonly clusters: number
}

/** How many clusters there are, and of how many global accounts; those of an unknown one are counted as clusters alone. */
export interface Tally {
  readonly clusters: number
  readonly globalAccounts: number
}
