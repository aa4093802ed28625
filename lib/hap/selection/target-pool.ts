import type { Pool } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import type { Rule } from '../rules/rule.ts'

/**
 * The pool a rule leads to: provider, then the platform region, then the hyperscaler region, each only where the rule has it
 * as an output (seed 001). An empty region is appended as it is; see refusalOf.
 */
export function targetPool(rule: Rule, request: Request): Pool {
  const platformRegion = rule.output.PR ? `_${request.platformRegion}` : ''
  const hyperscalerRegion = rule.output.HR ? `_${request.hyperscalerRegion}` : ''
  return {
    hyperscalerType: `${request.provider}${platformRegion}${hyperscalerRegion}`,
    euAccess: rule.output.EU,
    shared: rule.output.S,
  }
}
