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

/** A label selector of a pool: what is asked for with it, its requirements, and a command that lists what it finds. */
export interface SelectorView {
  readonly purpose: 'claim' | 'any' | 'shared'
  readonly requirements: readonly string[]
  readonly command: string | null
  /** States of what it finds. */
  readonly finds: StateCounts
}

/** The selectors by which requests look into a pool (seed 001). */
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

/** Whether every value of a selector is a legal label value. Another one would be read as a selector of its own (`x,shared=true`). */
export function isSafeSelector(selector: LabelSelector): boolean {
  return selector.every(requirement => requirement.test === 'absent' || isLegalLabelValue(requirement.value))
}

/** The command that lists what a selector finds, in both kinds of bindings; null for a selector that must not be written down. */
export function formatSelectorCommand(
  selector: LabelSelector,
  { inventory }: Pick<QueryContext, 'inventory'>,
): string | null {
  if (!isSafeSelector(selector)) return null
  return formatBindingsCommand(inventory.namespace, formatSelector(selector))
}
