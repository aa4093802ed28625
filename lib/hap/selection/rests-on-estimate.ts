import type { EffectiveLimit } from '../lifecycle/limits.ts'
import type { Pool } from '../pools/pool.ts'
import type { Semantics } from '../semantics/policy.ts'

interface Counted {
  readonly pool: Pool | null
  readonly limit: EffectiveLimit | null
  readonly steps: readonly { readonly purpose: 'reuse' | 'claim' | 'shared'; readonly selected: number }[]
}

/** What is said of a decision that rests on an estimate. */
export const ESTIMATE_WORDS =
  'What KEB does is an estimate: it counts the instances in its own database, and here the shoots that name a binding stand for them.'

/**
 * Whether what KEB decides in a pool rests on the estimate: it counts clusters of dedicated accounts, and picks shared ones by the
 * shoots themselves. False where no rule leads to a pool.
 */
export function isKebEstimate(pool: Pool | null, semantics: Semantics): boolean {
  return semantics === 'keb' && pool?.shared === false
}

/**
 * Whether KEB's count is shown, or is what KEB parts by, where shoots stand for instances: it counts only where there is a
 * limit. `parts`: KEB decides otherwise than documented.
 */
export function restsOnEstimate({ pool, limit, steps }: Counted, semantics: Semantics, parts: boolean): boolean {
  if (pool?.shared !== false) return false
  const counts = steps.some(({ purpose, selected }) => purpose === 'reuse' && selected > 0)
  return isKebEstimate(pool, semantics) || (parts && limit !== null && counts)
}
