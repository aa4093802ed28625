import { useMemo } from 'react'
import { coverPools, type PoolCoverage } from '#lib/hap/coverage/cover-pools.ts'
import { coverRules, type RuleCoverage } from '#lib/hap/coverage/cover-rules.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { useDraft } from '../use-draft.ts'

export type Coverage = RuleCoverage & PoolCoverage<SeenRequests['pools'][number]>

/** The coverage of the draft, again after each change; null without what was seen, and while the draft has errors. */
export function useCoverage(seen: SeenRequests | undefined): Coverage | null {
  const { checked, inForce } = useDraft()
  const ruleset = checked?.ruleset ?? null
  const { plans, requiredPlans } = inForce
  return useMemo(() => {
    if (!seen || !ruleset) return null
    const table = planTable(plans, requiredPlans)
    return { ...coverRules(seen.combinations, ruleset), ...coverPools(seen.pools, ruleset, table) }
  }, [seen, ruleset, plans, requiredPlans])
}
