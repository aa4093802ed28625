import { type Blueprint, type PoolPlan, poolName } from './blueprint.ts'
import type { Random } from './random.ts'
import type { Tenants } from './tenants.ts'

/** Who owns a claimed account, and how many clusters it has when that is not drawn (0 = drawn later). */
export interface Owner {
  readonly globalAccount: string
  readonly clusters: number
}

/** Owners for the claimed accounts of a pool: those of the stories first, then everybody once, then some a second time. */
export function planOwners(pool: PoolPlan, { stories }: Blueprint, tenants: Tenants, random: Random): Owner[] {
  const told = stories.flatMap((story, i) =>
    story
      .filter(([name]) => name === poolName(pool))
      .map(([, clusters]) => ({ globalAccount: tenants.stories[i] ?? '', clusters })),
  )
  const claimed = (pool.accounts.claimed ?? 0) + (pool.accounts.terminating ?? 0) - told.length
  const tellers = new Set(told.map(owner => owner.globalAccount)).size
  const once = random.shuffled(tenants.dedicated).slice(0, Math.max(0, Math.min(claimed, pool.tenants - tellers)))
  const again = Array.from({ length: claimed - once.length }, () => random.pick(once))
  const drawn = [...once, ...again].map(globalAccount => ({ globalAccount, clusters: 0 }))
  return [...random.shuffled(drawn), ...told]
}
