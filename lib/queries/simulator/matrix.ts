import { evaluateMatrix, type MatrixGroup } from '#lib/hap/analysis/evaluate-matrix.ts'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { isKebEstimate } from '#lib/hap/selection/decision.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { inSlices } from '../in-slices.ts'
import { factsOfPool } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { type MatrixEndView, matrixEndView } from './matrix-end-view.ts'

/** Combinations that end alike, with what there is in their pool now. */
export interface MatrixGroupView extends MatrixEndView {
  readonly combinations: number
  /** Bindings of the pool by state; null without a pool. */
  readonly states: StateCounts | null
}

export interface MatrixView {
  /** What was evaluated: combinations are counted in it. */
  readonly matrix: Matrix
  readonly groups: readonly MatrixGroupView[]
  /** For each combination by its number: the place of its group. */
  readonly groupOf: readonly number[]
  /** Rules in force. */
  readonly rules: number
  readonly semantics: QueryContext['semantics']
  /** What comes of some combination rests on an estimate of KEB's count. */
  readonly estimated: boolean
}

/**
 * What every combination of a matrix would get under the rules in force. Writes nothing. The server does it, since the bindings are here;
 * it takes some frames, so that it lets others through in between.
 */
export async function matrixView(context: QueryContext, given: Matrix): Promise<MatrixView> {
  const { inventory, rules, semantics, at } = context
  const matrix = withoutRepeats(given)
  const config = { ...rules, policy: policyOf(semantics), at }
  const run = evaluateMatrix(matrix, { bindings: inventory.pools, usage: inventory.usage }, config)
  const { groups, groupOf } = await inSlices(run)
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
    ...matrixEndView(group, context),
    combinations: group.combinations,
    states: group.pool && factsOfPool(group.pool, context).states,
  }
}

/** A matrix with each value once. */
export function withoutRepeats(matrix: Matrix): Matrix {
  const once = (field: keyof Matrix) => [...new Set(matrix[field])]
  return {
    plan: once('plan'),
    provider: once('provider'),
    platformRegion: once('platformRegion'),
    hyperscalerRegion: once('hyperscalerRegion'),
    globalAccount: once('globalAccount'),
  }
}
