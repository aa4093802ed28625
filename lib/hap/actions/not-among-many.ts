import { isHeld } from '../pools/pooled-binding.ts'
import type { Action } from './action.ts'
import type { ActionFacts } from './facts.ts'

/** Why what may be done to a binding by itself is not done to it among many, as a sentence; null when it is. */
export function notAmongMany(action: Action, { pooled, at }: Pick<ActionFacts, 'pooled' | 'at'>): string | null {
  // One reason and one end for many would take the place of those somebody gave this one.
  return action === 'hold' && isHeld(pooled, at) ? 'It is on hold already. Change that hold on its own page.' : null
}
