import type { Change, Concern } from './change.ts'
import type { Missing } from './missing.ts'
import type { PoolRoom } from './pool-room.ts'

/** What happens to clusters, as a line that a number can follow. `refused`: a rule fits, and the request cannot be served. */
export const IMPACT_WORDS: Readonly<Record<Change | Concern, string>> = {
  'newly-unmatched': 'no longer any rule',
  'newly-refused': 'now refused',
  'loses-eu': 'loses the EU restriction',
  'becomes-shared': 'dedicated becomes shared',
  'empty-pool': 'goes to an empty pool',
  'short-pool': 'goes to a pool with too few accounts',
  'becomes-dedicated': 'shared becomes dedicated',
  'needs-account': 'needs another account',
  moved: 'moves to another pool',
  'newly-matched': 'gets a pool now',
  unmatched: 'no pool, as before',
  unchanged: 'unchanged',
}

/** Why nobody can tell where a cluster would go, as what is not known. */
export const MISSING_WORDS: Readonly<Record<Missing, string>> = {
  plan: 'plan not known',
  provider: 'provider not known',
  'platform-region': 'platform region not known',
  'hyperscaler-region': 'hyperscaler region not known',
}

/** What a pool would need and has: `needs 12, has 4 free`. */
export function roomWords({ needs, free, room }: PoolRoom): string {
  if (free !== null) return `needs ${needs.toLocaleString('en')}, has ${free.toLocaleString('en')} free`
  return room === 'empty' ? 'no shared account in use' : 'shared by all'
}
