import { type Blueprint, type PoolPlan, poolName } from './blueprint.ts'
import { createRandom, type Random } from './random.ts'

/** The global accounts of a landscape. */
export interface Tenants {
  /** Global accounts that own accounts; one may own accounts in several pools. */
  readonly dedicated: readonly string[]
  /** Global accounts of the stories, in their order. */
  readonly stories: readonly string[]
  /** Global accounts with a cluster on a shared account; a few also own accounts. */
  readonly sharing: readonly string[]
}

export function planTenants({ pools, stories }: Blueprint, seed: number): Tenants {
  const random = createRandom(seed, 'tenants')
  const uuids = (count: number) => Array.from({ length: count }, () => random.uuid())
  const owners = pools.reduce((sum, pool) => sum + pool.tenants, 0)
  const sharers = pools.reduce((sum, pool) => sum + pool.sharedShoots, 0)
  const dedicated = uuids(Math.ceil(owners * 0.7))
  const sharing = [...uuids(Math.ceil(sharers * 0.75)), ...dedicated.slice(0, Math.ceil(sharers * 0.05))]
  return { dedicated, sharing, stories: uuids(stories.length) }
}

/** The subaccounts of a global account, one to four. */
export function subaccountsOf(globalAccount: string, seed: number): readonly string[] {
  const random = createRandom(seed, `subaccounts of ${globalAccount}`)
  return Array.from({ length: random.int(1, 4) }, () => random.uuid())
}

/** The owner of a claimed account, and its number of clusters (0 = drawn later). */
export interface Owner {
  readonly globalAccount: string
  readonly clusters: number
}

/** Plans the owners of a pool's claimed accounts: the owners of the stories, then each tenant once, then random tenants. */
export function planOwners(pool: PoolPlan, { stories }: Blueprint, tenants: Tenants, random: Random): Owner[] {
  const planned = stories.flatMap((story, i) =>
    story
      .filter(([name]) => name === poolName(pool))
      .map(([, clusters]) => ({ globalAccount: tenants.stories[i] ?? '', clusters })),
  )
  const claimed = (pool.accounts.claimed ?? 0) + (pool.accounts.terminating ?? 0) - planned.length
  const plannedOwners = new Set(planned.map(owner => owner.globalAccount)).size
  const once = random.shuffled(tenants.dedicated).slice(0, Math.max(0, Math.min(claimed, pool.tenants - plannedOwners)))
  const again = Array.from({ length: claimed - once.length }, () => random.pick(once))
  const drawn = [...once, ...again].map(globalAccount => ({ globalAccount, clusters: 0 }))
  return [...random.shuffled(drawn), ...planned]
}
