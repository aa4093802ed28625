import type { Blueprint } from './blueprint.ts'
import { createRandom } from './random.ts'

/** The global accounts of a landscape. */
export interface Tenants {
  /** Global accounts that own accounts; one may own accounts in several pools. */
  readonly dedicated: readonly string[]
  /** Those of the chosen stories, in their order. */
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
