import { type Pool, poolKey } from '../pools/pool.ts'
import type { Rule } from '../rules/rule.ts'
import { outcomeOf } from '../selection/answer-difference.ts'
import type { Ending } from '../selection/decide.ts'
import type { Outcome } from '../selection/decision.ts'

/** What a combination comes to. */
export interface MatrixEnd {
  readonly outcome: Outcome['kind']
  /** Null when none matched. */
  readonly rule: Rule | null
  /** Null without a rule. */
  readonly pool: Pool | null
  /** Why there is no account; null where there is one. */
  readonly message: string | null
}

/** What a decision comes to, without candidates. */
export function endOf({ outcome, rule, pool }: Ending): MatrixEnd {
  return { outcome: outcome.kind, rule, pool, message: 'binding' in outcome ? null : outcome.message }
}

/** The same for decisions that end alike under the same rules. */
export function endKey(decision: Ending): string {
  const { rule, pool } = decision
  return `${outcomeOf(decision)} ${rule?.index ?? ''} ${pool ? poolKey(pool) : ''}`
}

/** What needs somebody's eye first. */
const ORDER: readonly Outcome['kind'][] = ['no-rule', 'refused', 'guard', 'wait', 'claim', 'reuse', 'shared']

/** Those no rule fits first, then others that get no account, then by what they get; by rule in file order among each. */
export function compareEnds(a: MatrixEnd, b: MatrixEnd): number {
  return ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || (a.rule?.index ?? -1) - (b.rule?.index ?? -1)
}
