import { type PooledBinding, stateAt } from './pooled-binding.ts'
import { BINDING_STATES, type BindingState } from './state.ts'

export type StateCounts = Readonly<Record<BindingState, number>>

/** Bindings per state at a moment in milliseconds since 1970; every state is present. */
export function countStates(bindings: Iterable<PooledBinding>, at: number): StateCounts {
  const counts = Object.fromEntries(BINDING_STATES.map(state => [state, 0])) as Record<BindingState, number>
  for (const pooled of bindings) counts[stateAt(pooled, at)]++
  return counts
}
