import type { Pool } from '#lib/hap/pools/pool.ts'
import { countStates, type PooledBinding, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import {
  anySelector,
  claimSelector,
  formatRequirement,
  type LabelSelector,
  sharedSelector,
} from '#lib/hap/pools/selector.ts'
import type { QueryContext } from '../query-context.ts'
import { selectorCommand } from '../selector-command.ts'

/** A label selector of a pool: what is asked for with it, its requirements, and a command that lists what it finds. */
export interface SelectorView {
  readonly purpose: 'claim' | 'any' | 'shared'
  readonly requirements: readonly string[]
  readonly command: string | null
  /** States of what it finds. */
  readonly finds: StateCounts
}

/** The selectors by which requests look into a pool (seed 001). */
export function selectorsOf(pool: Pool, context: QueryContext): readonly SelectorView[] {
  const { pools } = context.inventory
  const view = (
    purpose: SelectorView['purpose'],
    selector: LabelSelector,
    found: readonly PooledBinding[],
  ): SelectorView => ({
    purpose,
    requirements: selector.map(formatRequirement),
    command: selectorCommand(selector, context),
    finds: countStates(found, context.at),
  })
  if (pool.shared) return [view('shared', sharedSelector(pool), pools.shared(pool))]
  return [
    view('claim', claimSelector(pool), pools.unowned(pool)),
    view('any', anySelector(pool), pools.dedicated(pool)),
  ]
}
