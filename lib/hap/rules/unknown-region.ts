import type { Rule } from './rule.ts'

export type UnknownRegion = 'platform-region' | 'hyperscaler-region'

interface Regions {
  /** Null where nobody knows it; empty for a request without one. */
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** Whether rules of one plan look at either region. */
type RegionNeeds = Readonly<Record<keyof Regions, boolean>>

/** What has to be known to tell the rule, or the pool too, into whose name a rule may put a region that it does not ask for. */
export function regionNeeds(rules: readonly Rule[], toTell: 'rule' | 'pool'): RegionNeeds {
  return {
    platformRegion: rules.some(rule => rule.platformRegion !== null || (toTell === 'pool' && rule.output.PR)),
    hyperscalerRegion: rules.some(rule => rule.hyperscalerRegion !== null || (toTell === 'pool' && rule.output.HR)),
  }
}

/** The first region that is needed and not known; null for none. */
export function unknownRegion(
  needs: RegionNeeds,
  { platformRegion, hyperscalerRegion }: Regions,
): UnknownRegion | null {
  if (needs.platformRegion && platformRegion === null) return 'platform-region'
  return needs.hyperscalerRegion && hyperscalerRegion === null ? 'hyperscaler-region' : null
}
