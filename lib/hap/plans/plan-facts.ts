/** What one source says of a cluster's plan and platform region; null for what it does not. */
export interface PlanFacts {
  readonly plan: string | null
  readonly platformRegion: string | null
}
