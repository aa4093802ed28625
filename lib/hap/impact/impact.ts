import { isLegalLabelValue } from '../pools/label-value.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { Request } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { targetPool } from '../selection/target-pool.ts'

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

/** Where a ruleset sends a request. */
export interface Route {
  readonly rule: Rule
  readonly pool: Pool
}

export interface ImpactRow extends RequestedClusters {
  /** The worst of what happens. */
  readonly impact: Impact
  /** Null where no rule fits, or the label it leads to is not legal. */
  readonly before: Route | null
  readonly after: Route | null
}

/** Requests under two rulesets, the worst first, then by clusters; `bindings` tells which pools are empty. */
export function compareRulesets(
  requests: readonly RequestedClusters[],
  before: Ruleset,
  after: Ruleset,
  bindings: PoolIndex,
): readonly ImpactRow[] {
  return requests
    .map(({ request, clusters }) => {
      const [old, changed] = [routeOf(request, before), routeOf(request, after)]
      return { request, clusters, impact: impactOf(request, old, changed, bindings), before: old, after: changed }
    })
    .sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) || b.clusters - a.clusters)
}

function routeOf(request: Request, ruleset: Ruleset): Route | null {
  const rule = ruleset.match(request)
  const pool = rule && targetPool(rule, request)
  return rule && pool && isLegalLabelValue(pool.hyperscalerType) ? { rule, pool } : null
}

function impactOf(request: Request, before: Route | null, after: Route | null, bindings: PoolIndex): Impact {
  if (!after) return before ? 'newly-unmatched' : 'unmatched'
  if (!before) return 'newly-matched'
  if (poolKey(before.pool) === poolKey(after.pool)) return 'unchanged'
  if (before.pool.euAccess && !after.pool.euAccess) return 'loses-eu'
  if (!before.pool.shared && after.pool.shared) return 'becomes-shared'
  return hasRoom(after.pool, request, bindings) ? 'moves-pool' : 'empty-pool'
}

function hasRoom(pool: Pool, { globalAccount }: Request, bindings: PoolIndex): boolean {
  if (pool.shared) return bindings.shared(pool).length > 0
  return bindings.owned(pool, globalAccount).length > 0 || bindings.claimable(pool).length > 0
}
