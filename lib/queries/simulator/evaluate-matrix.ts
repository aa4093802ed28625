import { z } from 'zod'
import { evaluateMatrix, type MatrixEnd, type MatrixGroup } from '#lib/hap/analysis/evaluate-matrix.ts'
import { countCombinations, MAX_COMBINATIONS, type Matrix, reductionAdvice } from '#lib/hap/analysis/matrix.ts'
import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { anySelector, formatSelector, sharedSelector } from '#lib/hap/pools/selector.ts'
import { MAX_FIELD_LENGTH } from '#lib/hap/request.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { isKebEstimate } from '#lib/hap/selection/decision.ts'
import { policyOf, SEMANTICS } from '#lib/hap/semantics.ts'
import { formatCount } from '#lib/util/format.ts'
import { getFactsOfPool } from '../pools/pool-facts.ts'
import { formatSelectorCommand, isSafeSelector } from '../pools/selectors.ts'
import type { QueryContext } from '../query-context.ts'
import type { RuleLink } from '../rules-by-pool.ts'
import { runInSlices } from '../time-slices.ts'

/** Result of a submitted matrix. */
export type MatrixAnswer =
  | { readonly kind: 'evaluated'; readonly view: MatrixView; readonly tookMs: number }
  | { readonly kind: 'unreadable'; readonly message: string }

const values = z.array(z.string().max(MAX_FIELD_LENGTH)).max(MAX_COMBINATIONS)

/** Schema of the values of a matrix. */
export const MatrixFields = z.object({
  plan: values,
  provider: values,
  platformRegion: values,
  hyperscalerRegion: values,
  globalAccount: values,
})

/** Schema of its semantics; null = those in force. */
export const MatrixSemantics = z.object({ semantics: z.enum(SEMANTICS).nullable() })

const NOT_READ = `A matrix needs a list of texts for each field, each with at most ${MAX_FIELD_LENGTH} characters.`

/** Parses a submitted matrix, or explains its problem, also for too many combinations. */
export function parseMatrix(input: unknown): { readonly matrix: Matrix } | { readonly problem: string } {
  const read = MatrixFields.safeParse(input)
  if (!read.success) return { problem: NOT_READ }
  const matrix = read.data
  const advice = reductionAdvice(matrix)
  if (advice === null) return { matrix }
  const count = formatCount(countCombinations(matrix))
  const max = formatCount(MAX_COMBINATIONS)
  return { problem: `${count} combinations; at most ${max} are evaluated. ${advice}` }
}

/**
 * Evaluates a submitted matrix under the semantics it names, or those in force. Writes nothing, and
 * returns invalid input as `unreadable`.
 */
export async function evaluateMatrixInput(context: QueryContext, input: unknown): Promise<MatrixAnswer> {
  const named = MatrixSemantics.safeParse(input)
  const read = parseMatrix(input)
  if ('problem' in read) return { kind: 'unreadable', message: read.problem }
  if (!named.success) return { kind: 'unreadable', message: NOT_READ }
  const started = performance.now()
  const view = await buildMatrixView({ ...context, semantics: named.data.semantics ?? context.semantics }, read.matrix)
  return { kind: 'evaluated', view, tookMs: performance.now() - started }
}

/** Combinations with the same result, and the current state of their pool. */
export interface MatrixGroupView extends MatrixEndView {
  readonly combinations: number
  /** Bindings of the pool by state; null without a pool. */
  readonly states: StateCounts | null
}

/** Results of a matrix, grouped. */
export interface MatrixView {
  /** Evaluated matrix; numbers of combinations refer to it. */
  readonly matrix: Matrix
  readonly groups: readonly MatrixGroupView[]
  /** Index of the group for each combination number. */
  readonly groupOf: readonly number[]
  /** Rules in force. */
  readonly rules: number
  readonly semantics: QueryContext['semantics']
  /** Whether an outcome depends on an estimate of KEB's count. */
  readonly estimated: boolean
}

/**
 * Evaluates all combinations of a matrix under the rules in force. Writes nothing. It runs on the
 * server, next to the inventory, in slices so that other requests run in between.
 */
export async function buildMatrixView(context: QueryContext, given: Matrix): Promise<MatrixView> {
  const { inventory, rules, semantics, at } = context
  const matrix = removeRepeats(given)
  const config = { ...rules, policy: policyOf(semantics), at }
  const run = evaluateMatrix(matrix, { bindings: inventory.pools, usage: inventory.usage }, config)
  const { groups, groupOf } = await runInSlices(run)
  return {
    matrix,
    groups: groups.map(group => groupView(group, context)),
    groupOf,
    rules: rules.ruleset.rules.length,
    semantics,
    estimated: groups.some(({ pool }) => isKebEstimate(pool, semantics)),
  }
}

function groupView(group: MatrixGroup, context: QueryContext): MatrixGroupView {
  return {
    ...buildMatrixEndView(group, context),
    combinations: group.combinations,
    states: group.pool && getFactsOfPool(group.pool, context).states,
  }
}

/** Removes repeated values of a matrix. */
export function removeRepeats(matrix: Matrix): Matrix {
  const once = (field: keyof Matrix) => [...new Set(matrix[field])]
  return {
    plan: once('plan'),
    provider: once('provider'),
    platformRegion: once('platformRegion'),
    hyperscalerRegion: once('hyperscalerRegion'),
    globalAccount: once('globalAccount'),
  }
}

/** Result of combinations, with the selector of their pool. */
export interface MatrixEndView extends Omit<MatrixEnd, 'rule'> {
  readonly rule: RuleLink | null
  /** Selects all bindings of the pool; null without a pool, and for an illegal label value. */
  readonly selector: string | null
  /** Lists the bindings of the selector; null without one. */
  readonly command: string | null
}

/** Formats the result of combinations with selector and command. */
export function buildMatrixEndView(
  { outcome, rule, pool, message }: MatrixEnd,
  context: Pick<QueryContext, 'inventory'>,
): MatrixEndView {
  const selector = pool && (pool.shared ? sharedSelector(pool) : anySelector(pool))
  return {
    outcome,
    rule: rule && { no: rule.index + 1, text: formatRule(rule) },
    pool,
    message,
    selector: selector && isSafeSelector(selector) ? formatSelector(selector) : null,
    command: selector && formatSelectorCommand(selector, context),
  }
}
