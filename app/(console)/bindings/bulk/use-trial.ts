import { useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { MAX_DRY_RUNS } from '#lib/hap/actions/job.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { type TrialAnswer, trialOf } from './actions.ts'

/**
 * Dry-runs a sample of a plan: one target of each distinct change, most frequent first. Null while
 * pending.
 */
export function useTrial(action: Action, plan: BulkPlan | null, until: string | null): TrialAnswer | null {
  const targets = plan === null ? [] : sampleOf(plan)
  const { data } = useQuery<TrialAnswer>({
    queryKey: ['bulk-trial', action, targets, until],
    queryFn: () =>
      trialOf(action, targets, until).catch((error: unknown) => ({
        problem: callFailure(error, 'The console is not responding.'),
      })),
    enabled: targets.length > 0,
    // A dry run costs one of the few writes per second that Gardener accepts.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data ?? null
}

function sampleOf({ targets, changes }: BulkPlan) {
  const places = new Set([...changes.map(({ first }) => first), ...targets.slice(0, MAX_DRY_RUNS).keys()])
  return [...places].slice(0, MAX_DRY_RUNS).flatMap(place => {
    const target = targets[place]
    return target ? [{ kind: target.kind, name: target.name, seenVersion: target.seenVersion }] : []
  })
}
