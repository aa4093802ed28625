import { type RouteConfig, route } from '../cases/route.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { formatRule } from '../rules/format-rule.ts'
import type { Rule } from '../rules/rule.ts'
import { leadOf } from '../selection/lead.ts'

/** Where rules lead a request, whatever the pool holds. */
export interface Destination {
  /** Null when none fits. */
  readonly rule: Rule | null
  /** Null without a rule, and where one fits and the request is refused. */
  readonly pool: Pool | null
  /** Why there is no pool; null where there is one. */
  readonly message: string | null
}

/** The one evaluator's answer, without a look at any binding. */
export function destinationOf(request: Request, config: RouteConfig): Destination {
  const decision = route(request, config)
  const { outcome, rule, pool } = decision
  return leadOf(decision) === 'pool' ? { rule, pool, message: null } : { rule, pool: null, message: outcome.message }
}

/** The same text for the same rule and pool, whatever the rule's number is. */
export function destinationKey({ rule, pool }: Destination): string {
  return `${rule ? formatRule(rule) : ''} ${pool ? poolKey(pool) : ''}`
}
