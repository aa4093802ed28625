import type { PlanSource } from './plan-source.ts'

/** What was asked for when the cluster got its account; null for clusters that ran already when they were registered. */
export const claimedPlans: PlanSource = {
  origin: 'database',
  of: ({ claim }) => claim && { plan: claim.plan, platformRegion: null },
}
