import { poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { decide } from '../selection/decide.ts'
import type { Decision } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'

/** What another ruleset does to a request, the worst first. */
export const IMPACTS = [
  'newly-unmatched',
  'loses-eu',
  'becomes-shared',
  'empty-pool',
  'moves-pool',
  'newly-matched',
  'unmatched',
  'unchanged',
] as const

export type Impact = (typeof IMPACTS)[number]

/** Clusters that were requested alike. */
export interface RequestedClusters {
  readonly request: Request
  readonly clusters: number
}

export interface ImpactRow extends RequestedClusters {
  /** The worst of what happens. */
  readonly impact: Impact
  readonly before: Decision
  readonly after: Decision
}

/** Requests decided under two configurations, the worst first, then by clusters. */
export function compareRulesets(
  requests: readonly RequestedClusters[],
  before: SelectionConfig,
  after: SelectionConfig,
  inventory: Inventory,
): readonly ImpactRow[] {
  return requests
    .map(({ request, clusters }) => {
      const [old, changed] = [decide(request, inventory, before), decide(request, inventory, after)]
      return { request, clusters, impact: impactOf(old, changed), before: old, after: changed }
    })
    .sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) || b.clusters - a.clusters)
}

function impactOf(before: Decision, after: Decision): Impact {
  const [old, changed] = [poolOf(before), poolOf(after)]
  if (!changed) return old ? 'newly-unmatched' : 'unmatched'
  if (!old) return 'newly-matched'
  if (poolKey(old) === poolKey(changed)) return 'unchanged'
  if (old.euAccess && !changed.euAccess) return 'loses-eu'
  if (!old.shared && changed.shared) return 'becomes-shared'
  return after.outcome.kind === 'wait' ? 'empty-pool' : 'moves-pool'
}

/** The pool a request is sent to; null where no rule fits, or the request is refused whatever the pool holds. */
function poolOf({ outcome, pool }: Decision): Decision['pool'] {
  return outcome.kind === 'no-rule' || outcome.kind === 'refused' ? null : pool
}
