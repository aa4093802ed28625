import type { Pool } from '#lib/hap/pools/pool.ts'
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
}

/** The selectors by which requests look into a pool (seed 001). */
export function selectorsOf(pool: Pool, context: QueryContext): readonly SelectorView[] {
  const view = (purpose: SelectorView['purpose'], selector: LabelSelector): SelectorView => ({
    purpose,
    requirements: selector.map(formatRequirement),
    command: selectorCommand(selector, context),
  })
  if (pool.shared) return [view('shared', sharedSelector(pool))]
  return [view('claim', claimSelector(pool)), view('any', anySelector(pool))]
}
