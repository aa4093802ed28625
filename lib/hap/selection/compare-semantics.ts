import { bindingKey } from '../pools/binding.ts'
import { poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { formatRule } from '../rules/rule.ts'
import { DIFFERENCES, type DifferenceId, explainDifference, type Policy, policyOf } from '../semantics.ts'
import { type BriefDecision, decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Inventory, SelectionConfig } from './usage.ts'

export interface SemanticsComparison {
  readonly documented: Decision
  readonly keb: Decision
  /** Differences that cause a different outcome; empty for equal outcomes. */
  readonly differences: readonly Difference[]
}

interface Difference {
  readonly id: DifferenceId
  readonly title: string
  readonly documented: string
  readonly keb: string
}

/**
 * Decides a request with both semantics and finds the differences that explain a different outcome.
 */
export function compareSemantics(
  request: Request,
  inventory: Inventory,
  config: Omit<SelectionConfig, 'policy'>,
): SemanticsComparison {
  const under = (policy: Policy) => decide(request, inventory, { ...config, policy })
  const documented = under(policyOf('documented'))
  const keb = under(policyOf('keb'))
  if (sameOutcome(documented, keb)) return { documented, keb, differences: [] }
  const ids = explainDifference(policy => sameOutcome(under(policy), keb)) ?? []
  return { documented, keb, differences: ids.map(describeDifference) }
}

/** Whether two decisions have the same effect: the same kind, and the same binding if any. */
function sameOutcome({ outcome: a }: Decision, { outcome: b }: Decision): boolean {
  if (a.kind !== b.kind) return false
  return !('binding' in a) || !('binding' in b) || a.binding === b.binding
}

/** Describes a difference for notes and reports. */
export function describeDifference(id: DifferenceId): Difference {
  const found = Object.values(DIFFERENCES).find(difference => difference.id === id)
  if (!found) throw new Error(`No difference is called ${id}`)
  return { id, title: found.title, documented: found.documented.words, keb: found.keb.words }
}

/** Parts in which two decisions can differ. */
const ANSWER_PARTS = ['rule', 'pool', 'outcome', 'account'] as const

export type AnswerPart = (typeof ANSWER_PARTS)[number]

/**
 * Lists the parts in which two decisions differ. Rules are compared by text, since numbers differ
 * between rulesets; accounts only when both decisions select one.
 */
export function answerDifference(a: BriefDecision, b: BriefDecision): readonly AnswerPart[] {
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

/** Formats kind and reason of an outcome without its message. */
export function outcomeOf({ outcome }: Pick<BriefDecision, 'outcome'>): string {
  return 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind
}
