import type { Consolidation } from '#lib/hap/lifecycle/consolidation.ts'
import { formatPlural } from '#lib/util/format.ts'

/** What could be put together, as a sentence. */
export function adviceWords({ emptied, moves }: Consolidation): string {
  const accounts = formatPlural(emptied.length, 'account')
  if (emptied.length === 0) return 'no account can be emptied: the others have no room for its clusters.'
  if (moves === 0) return `${accounts} without clusters could return to the pool at once.`
  return `${accounts} could return to the pool if ${formatPlural(moves, 'cluster')} moved to the others.`
}
