import { setImmediate } from 'node:timers/promises'
import { evaluateMatrix, type MatrixGroup } from '#lib/hap/matrix/evaluate-matrix.ts'
import type { Matrix } from '#lib/hap/matrix/matrix.ts'
import type { StateCounts } from '#lib/hap/pools/capacity.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { anySelector, formatSelector, sharedSelector } from '#lib/hap/pools/selector.ts'
import { formatRule } from '#lib/hap/rules/format-rule.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { factsOfPool } from '../pools/pool-facts.ts'
import type { RuleLink } from '../pools/pool-row.ts'
import type { QueryContext } from '../query-context.ts'
import { isSafeSelector } from '../selector-command.ts'

/** Combinations that end alike, with what there is in their pool now. */
export interface MatrixGroupView extends Omit<MatrixGroup, 'rule'> {
  readonly rule: RuleLink | null
  /** Selects the bindings of the pool, whoever owns them; null without a pool, and where a value is no legal label value. */
  readonly selector: string | null
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
}

/** How long other requests may wait at a time for a matrix. */
const SLICE_MS = 16

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
  }
}

async function inSlices<Result>(run: Generator<undefined, Result>): Promise<Result> {
  for (let started = performance.now(); ; ) {
    const step = run.next()
    if (step.done) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await setImmediate()
    started = performance.now()
  }
}

function groupView({ rule, ...group }: MatrixGroup, context: QueryContext): MatrixGroupView {
  return {
    ...group,
    rule: rule && { no: rule.index + 1, text: formatRule(rule) },
    selector: group.pool && selectorOf(group.pool),
    states: group.pool && factsOfPool(group.pool, context).states,
  }
}

function selectorOf(pool: Pool): string | null {
  const selector = pool.shared ? sharedSelector(pool) : anySelector(pool)
  return isSafeSelector(selector) ? formatSelector(selector) : null
}

function withoutRepeats(matrix: Matrix): Matrix {
  const once = (field: keyof Matrix) => [...new Set(matrix[field])]
  return {
    plan: once('plan'),
    provider: once('provider'),
    platformRegion: once('platformRegion'),
    hyperscalerRegion: once('hyperscalerRegion'),
    globalAccount: once('globalAccount'),
  }
}
