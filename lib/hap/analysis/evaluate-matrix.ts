import { defaultProvider } from '../plans/plan.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import { ANY_ACCOUNT, type Request } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import { type AnswerPart, answerDifference, outcomeOf } from '../selection/compare-semantics.ts'
import { type BriefDecision, Decider } from '../selection/decide.ts'
import type { Outcome } from '../selection/decision.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import { combinationAt, countCombinations, type Matrix } from './matrix.ts'

/** Combinations with the same result; message is null when their messages differ. */
export interface MatrixGroup extends MatrixEnd {
  readonly combinations: number
}

interface MatrixResult {
  /**
   * Groups without a rule first, then others without an account, then by outcome; each by rule in
   * file order.
   */
  readonly groups: readonly MatrixGroup[]
  /** Index of the group of each combination. */
  readonly groupOf: readonly number[]
}

const EVALUATE_STEP = 500

/**
 * Decides every combination of a matrix without reasoning. An empty provider is the plan's first,
 * an empty global account a new one. Yields every few hundred combinations, so that the caller can
 * interleave other work.
 */
export function* evaluateMatrix(
  matrix: Matrix,
  inventory: Inventory,
  config: SelectionConfig,
): Generator<undefined, MatrixResult, undefined> {
  const found = new Map<string, { end: MatrixEnd; combinations: number[]; alike: boolean }>()
  const decider = new Decider(inventory, config)
  const count = countCombinations(matrix)
  for (let number = 0; number < count; number++) {
    if (number % EVALUATE_STEP === EVALUATE_STEP - 1) yield
    const decision = decider.decide(requestAt(matrix, number, config))
    const [key, end] = [endKey(decision), endOf(decision)]
    const known = found.get(key)
    if (!known) {
      found.set(key, { end, combinations: [number], alike: true })
      continue
    }
    known.combinations.push(number)
    known.alike &&= known.end.message === end.message
  }
  const sorted = [...found.values()].sort((a, b) => compareEnds(a.end, b.end))
  const groupOf = Array.from({ length: count }, () => 0)
  sorted.forEach(({ combinations }, place) => {
    for (const number of combinations) groupOf[number] = place
  })
  return {
    groups: sorted.map(({ end, combinations, alike }) => {
      return { ...end, message: alike ? end.message : null, combinations: combinations.length }
    }),
    groupOf,
  }
}

/** Builds the request of a combination. */
export function requestAt(matrix: Matrix, number: number, { plans }: Pick<SelectionConfig, 'plans'>): Request {
  const request = combinationAt(matrix, number)
  const provider = request.provider || defaultProvider(plans.byName.get(request.plan))
  return { ...request, provider, globalAccount: request.globalAccount || ANY_ACCOUNT }
}

/** Result of a combination. */
export interface MatrixEnd {
  readonly outcome: Outcome['kind']
  /** Null when none matched. */
  readonly rule: Rule | null
  /** Null without a rule. */
  readonly pool: Pool | null
  /** Why there is no account; null when there is one. */
  readonly message: string | null
}

/** Result of a decision. */
function endOf({ outcome, rule, pool }: BriefDecision): MatrixEnd {
  return { outcome: outcome.kind, rule, pool, message: 'binding' in outcome ? null : outcome.message }
}

/** Key of equal results under one ruleset. */
function endKey(decision: BriefDecision): string {
  const { rule, pool } = decision
  return `${outcomeOf(decision)} ${rule?.index ?? ''} ${pool ? poolKey(pool) : ''}`
}

/** Outcomes, worst first. */
const ORDER: readonly Outcome['kind'][] = ['no-rule', 'refused', 'guard', 'wait', 'claim', 'reuse', 'shared']

/**
 * Orders results without a rule first, then others without an account, then by outcome; each by
 * rule in file order.
 */
function compareEnds(a: MatrixEnd, b: MatrixEnd): number {
  return ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || (a.rule?.index ?? -1) - (b.rule?.index ?? -1)
}

/** Combinations with the same difference. */
export interface MatrixDifference {
  readonly left: MatrixEnd
  readonly right: MatrixEnd
  readonly parts: readonly AnswerPart[]
  /** Numbers of the combinations, ascending. */
  readonly numbers: readonly number[]
}

const COMPARE_STEP = 250

/**
 * Decides every combination under two configurations and groups the differences, those without an
 * account on the right side first. Yields every few hundred combinations.
 */
export function* compareMatrix(
  matrix: Matrix,
  inventory: Inventory,
  { left, right }: { readonly left: SelectionConfig; readonly right: SelectionConfig },
): Generator<undefined, readonly MatrixDifference[], undefined> {
  const found = new Map<string, MatrixDifference & { readonly numbers: number[] }>()
  const [leftDecider, rightDecider] = [new Decider(inventory, left), new Decider(inventory, right)]
  const count = countCombinations(matrix)
  for (let number = 0; number < count; number++) {
    if (number % COMPARE_STEP === COMPARE_STEP - 1) yield
    const a = leftDecider.decide(requestAt(matrix, number, left))
    const b = rightDecider.decide(requestAt(matrix, number, right))
    const parts = answerDifference(a, b)
    if (parts.length === 0) continue
    const key = `${endKey(a)} > ${endKey(b)} ${parts.join()}`
    const known = found.get(key)
    if (known) known.numbers.push(number)
    else found.set(key, { left: endOf(a), right: endOf(b), parts, numbers: [number] })
  }
  return [...found.values()].sort((a, b) => compareEnds(a.right, b.right) || compareEnds(a.left, b.left))
}
