import { type Blueprint, countBindings, type PoolPlan } from './blueprint.ts'
import { DEMO } from './demo-blueprint.ts'
import { SMALL } from './small-blueprint.ts'

export const GARDEN_SIZES = ['empty', 'small', 'demo', 'large'] as const

export type GardenSize = (typeof GARDEN_SIZES)[number]

const EMPTY: Blueprint = { pools: [], stories: [], shoots: 0, malformed: [], duplicates: [] }

export function blueprintOf(size: GardenSize): Blueprint {
  switch (size) {
    case 'empty':
      return EMPTY
    case 'small':
      return SMALL
    case 'demo':
      return DEMO
    case 'large':
      return enlarge(DEMO, { factor: 7.8, bindings: 5000, shoots: 20_000 })
  }
}

/** Multiplies the blueprint; free accounts of the first pool fill it up to the exact number of bindings. */
function enlarge(plan: Blueprint, to: { factor: number; bindings: number; shoots: number }): Blueprint {
  const times = (count: number) => Math.round(count * to.factor)
  const pools = plan.pools.map(each => ({
    ...each,
    tenants: times(each.tenants),
    sharedShoots: times(each.sharedShoots),
    accounts: Object.fromEntries(Object.entries(each.accounts).map(([state, count]) => [state, times(count)])),
  }))
  const stories = Array.from({ length: 4 }, () => plan.stories).flat()
  const enlarged = { ...plan, pools, stories, shoots: to.shoots }
  const missing = to.bindings - countBindings(enlarged)
  return { ...enlarged, pools: pools.map((each, i) => (i === 0 ? withFree(each, missing) : each)) }
}

function withFree(plan: PoolPlan, more: number): PoolPlan {
  return { ...plan, accounts: { ...plan.accounts, free: (plan.accounts.free ?? 0) + more } }
}
