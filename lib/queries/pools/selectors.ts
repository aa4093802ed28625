import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { countStates, type PooledBinding, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import {
  anySelector,
  claimSelector,
  formatBindingsCommand,
  formatRequirement,
  formatSelector,
  type LabelSelector,
  sharedSelector,
} from '#lib/hap/pools/selector.ts'
import type { QueryContext } from '../query-context.ts'

/**
 * A label selector of a pool: its purpose, its requirements, and a command that lists its bindings.
 */
export interface SelectorView {
  readonly purpose: 'claim' | 'any' | 'shared'
  readonly requirements: readonly string[]
  readonly command: string | null
  /** States of the bindings it finds. */
  readonly finds: StateCounts
}

/** Lists the selectors that requests use for a pool (seed 001). */
export function listSelectors(pool: Pool, context: QueryContext): readonly SelectorView[] {
  const { pools } = context.inventory
  const view = (
    purpose: SelectorView['purpose'],
    selector: LabelSelector,
    found: readonly PooledBinding[],
  ): SelectorView => ({
    purpose,
    requirements: selector.map(formatRequirement),
    command: formatSelectorCommand(selector, context),
    finds: countStates(found, context.at),
  })
  if (pool.shared) return [view('shared', sharedSelector(pool), pools.shared(pool))]
  return [
    view('claim', claimSelector(pool), pools.unowned(pool)),
    view('any', anySelector(pool), pools.dedicated(pool)),
  ]
}

/**
 * Whether all values of a selector are legal label values. An illegal value could add requirements
 * (`x,shared=true`).
 */
export function isSafeSelector(selector: LabelSelector): boolean {
  return selector.every(requirement => requirement.test === 'absent' || isLegalLabelValue(requirement.value))
}

/**
 * Formats the command that lists the bindings of a selector, for both kinds; null for an unsafe
 * selector.
 */
export function formatSelectorCommand(
  selector: LabelSelector,
  { inventory }: Pick<QueryContext, 'inventory'>,
): string | null {
  if (!isSafeSelector(selector)) return null
  return formatBindingsCommand(inventory.namespace, formatSelector(selector))
}
