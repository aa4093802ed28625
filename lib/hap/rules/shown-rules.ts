import type { RuleTrace } from './explain-match.ts'

const MOST = 50

/** The rules of a plan as far as somebody reads them. */
export interface ShownRules<Rule = RuleTrace> {
  /** The chosen one, then those that also match, then the others. */
  readonly rules: readonly Rule[]
  readonly matching: number
  /** Rules of the plan that are left out; none of them matches unless there are very many. */
  readonly moreRules: number
}

/** The first rules of a trace, those that match before the others. */
export function shownRules(traces: readonly RuleTrace[]): ShownRules {
  const sorted = traces.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
  return {
    rules: sorted.slice(0, MOST),
    matching: sorted.filter(({ verdict }) => verdict !== 'no-match').length,
    moreRules: Math.max(0, sorted.length - MOST),
  }
}

const VERDICTS: readonly RuleTrace['verdict'][] = ['chosen', 'less-specific', 'no-match']
