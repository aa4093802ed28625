import { bindingKey } from '../pools/binding.ts'
import { poolKey } from '../pools/pool.ts'
import { formatRule } from '../rules/format-rule.ts'
import type { Ending } from './decide.ts'

/** What two decisions about one request may part in. */
const ANSWER_PARTS = ['rule', 'pool', 'outcome', 'account'] as const

export type AnswerPart = (typeof ANSWER_PARTS)[number]

/**
 * In what two decisions about one request differ: the rule by its text, since other rules number it otherwise; the account only
 * where both take one. None when they come to the same.
 */
export function answerDifference(a: Ending, b: Ending): readonly AnswerPart[] {
  const differs: Record<AnswerPart, boolean> = {
    rule: (a.rule && formatRule(a.rule)) !== (b.rule && formatRule(b.rule)),
    pool: (a.pool && poolKey(a.pool)) !== (b.pool && poolKey(b.pool)),
    outcome: outcomeOf(a) !== outcomeOf(b),
    account:
      'binding' in a.outcome &&
      'binding' in b.outcome &&
      bindingKey(a.outcome.binding) !== bindingKey(b.outcome.binding),
  }
  return ANSWER_PARTS.filter(part => differs[part])
}

/** What a decision comes to, without the words. */
export function outcomeOf({ outcome }: Pick<Ending, 'outcome'>): string {
  return 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind
}
