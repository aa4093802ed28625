import type { MatrixEnd } from '#lib/hap/analysis/evaluate-matrix.ts'
import { anySelector, formatSelector, sharedSelector } from '#lib/hap/pools/selector.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { RuleLink } from '../pools/rules-by-pool.ts'
import type { QueryContext } from '../query-context.ts'
import { isSafeSelector, selectorCommand } from '../selector-command.ts'

/** What combinations come to, and what selects the bindings of their pool. */
export interface MatrixEndView extends Omit<MatrixEnd, 'rule'> {
  readonly rule: RuleLink | null
  /** Selects the bindings of the pool, whoever owns them; null without a pool, and where a value is no legal label value. */
  readonly selector: string | null
  /** Lists what the selector finds; null together with it. */
  readonly command: string | null
}

export function matrixEndView(
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
    command: selector && selectorCommand(selector, context),
  }
}
