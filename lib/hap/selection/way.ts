import type { Pool } from '../pools/pool.ts'
import type { AccountRequest } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import type { Outcome } from './decision.ts'
import { refusalOf, refusedTarget, unmatched } from './refusal.ts'
import type { SelectionConfig } from './selection-config.ts'
import { targetPool } from './target-pool.ts'

/** Where a request leads before anything is searched: to a pool, or to its end. */
type Way =
  | { readonly rule: Rule | null; readonly pool: Pool; readonly end: null }
  | { readonly rule: Rule | null; readonly pool: Pool | null; readonly end: Outcome }

/** By the rule that fits best, or to the target the request names itself: the one reading of a request for decisions and claims. */
export function wayOf(request: AccountRequest, config: SelectionConfig): Way {
  if (request.target) {
    const pool = { hyperscalerType: request.provider, ...request.target }
    return { rule: null, pool, end: refusedTarget(request, pool, config) }
  }
  const rule = config.ruleset.match(request)
  if (!rule) return { rule, pool: null, end: unmatched(request, config) }
  const pool = targetPool(rule, request)
  return { rule, pool, end: refusalOf(request, rule, pool, config) }
}
