import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { formatCount } from '#lib/util/format.ts'

/** How many bindings are in each state; a missing state has none. */
export type CountsByState = Readonly<Partial<Record<BindingState, number>>>

/** The states that occur, in the order of every bar. */
export function occurring(counts: CountsByState): readonly (readonly [BindingState, number])[] {
  return BINDING_STATES.flatMap(state => {
    const count = counts[state] ?? 0
    return count > 0 ? [[state, count] as const] : []
  })
}

export function totalOf(counts: CountsByState): number {
  return occurring(counts).reduce((sum, [, count]) => sum + count, 0)
}

/** `37 claimed, 3 dirty, 4 free`. */
export function describeCounts(counts: CountsByState): string {
  return occurring(counts)
    .map(([state, count]) => `${formatCount(count)} ${state}`)
    .join(', ')
}
