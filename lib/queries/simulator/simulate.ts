import type { Request } from '#lib/hap/request.ts'
import { compareSemantics, type SemanticsComparison } from '#lib/hap/selection/compare-semantics.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import type { QueryContext } from '../query-context.ts'
import { type DecisionView, decisionView, type OutcomeView, outcomeView } from './decision-view.ts'
import { requestHints } from './request-hints.ts'

/** What the other semantics would do instead. */
export interface OtherSemantics {
  readonly semantics: QueryContext['semantics']
  readonly outcome: OutcomeView
  /** Which differences are behind it: what it is about, and what each semantics does. */
  readonly differences: SemanticsComparison['differences']
}

export interface Simulation {
  readonly semantics: QueryContext['semantics']
  readonly decision: DecisionView
  /** Null where both semantics decide the same. */
  readonly other: OtherSemantics | null
  /** What is odd about the request, as sentences: a region nobody uses, a tenant nobody knows. */
  readonly hints: readonly string[]
  /** Rules in force. */
  readonly rules: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What a request would get and why, under the semantics in force, and where the other one parts. Writes nothing. */
export function simulate(context: QueryContext, request: Request): Simulation {
  const { inventory, rules, semantics, at } = context
  const compared = compareSemantics(request, { bindings: inventory.pools, usage: inventory.usage }, { ...rules, at })
  const [name] = SEMANTICS.filter(each => each !== semantics)
  const other = name !== undefined && compared.differences.length > 0 ? compared[name].outcome : null
  return {
    semantics,
    decision: decisionView(compared[semantics], context, other && 'binding' in other ? other.binding : null),
    other:
      name !== undefined && other !== null
        ? {
            semantics: name,
            outcome: outcomeView(other),
            differences: compared.differences,
          }
        : null,
    hints: requestHints(context, request),
    rules: rules.ruleset.rules.length,
    at,
  }
}
