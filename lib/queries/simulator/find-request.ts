import { defaultProvider, type Plan } from '#lib/hap/plans/plan.ts'
import { type Pool, poolKey, providerOf } from '#lib/hap/pools/pool.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { targetPool } from '#lib/hap/selection/resolve-target.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { QueryContext } from '../query-context.ts'

/**
 * Finds a request of a global account that leads to a pool, by the first suitable rule; null
 * without one.
 */
export function findRequest(
  pool: Pool,
  globalAccount: string,
  { rules: { ruleset, plans } }: QueryContext,
): Request | null {
  for (const rule of ruleset.rules) {
    for (const provider of providersOf(plans.byName.get(rule.plan), pool)) {
      const request = candidate(rule, provider, pool, globalAccount)
      const winner = ruleset.match(request)
      if (winner && poolKey(targetPool(winner, request)) === poolKey(pool)) return request
    }
  }
  return null
}

/** Providers of a plan that match the start of the hyperscaler type. */
function providersOf(plan: Plan | undefined, { hyperscalerType }: Pool): readonly string[] {
  const start = providerOf(hyperscalerType)
  return (plan?.providers ?? [start]).filter(provider => provider === start)
}

/**
 * Builds the request for a rule; open regions come from the hyperscaler type of the pool,
 * `openstack_eu-de-1`.
 */
function candidate(rule: Rule, provider: string, { hyperscalerType }: Pool, globalAccount: string): Request {
  const regions = hyperscalerType.slice(provider.length + 1).split('_')
  const platformRegion = rule.platformRegion ?? (rule.output.PR ? (regions[0] ?? '') : '')
  const hyperscalerRegion = rule.hyperscalerRegion ?? (rule.output.HR ? (regions.at(-1) ?? '') : '')
  return { plan: rule.plan, provider, platformRegion, hyperscalerRegion, globalAccount }
}

/**
 * Finds the next request of a global account for a pool, as a simulator query; null when no rule
 * leads to the pool.
 */
export function findNextRequest(pool: Pool, globalAccount: string, context: QueryContext): SimulatorQuery | null {
  const request = findRequest(pool, globalAccount, context)
  return request && formatRequestLink(request, context)
}

/**
 * Formats a request for the address of the simulator, which omits the default provider of a plan.
 */
export function formatRequestLink(request: Request, { rules }: Pick<QueryContext, 'rules'>): SimulatorQuery {
  const follows = request.provider === defaultProvider(rules.plans.byName.get(request.plan))
  return { ...request, provider: follows ? null : request.provider }
}
