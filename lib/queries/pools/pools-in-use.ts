import type { BaseContext } from '../query-context.ts'
import { poolFacts } from './pool-facts.ts'

interface InUse {
  readonly version: number
  readonly byTenant: ReadonlyMap<string, readonly string[]>
}

/** Lists ask for each of their rows, all in one context. */
const known = new WeakMap<BaseContext, InUse>()

const NO_POOLS: readonly string[] = []

/** Keys of the pools whose tenant a global account is, as the pages of pools count tenants. */
export function poolsInUseBy(globalAccount: string, context: BaseContext): readonly string[] {
  const { version } = context.inventory
  const before = known.get(context)
  const inUse = before?.version === version ? before : { version, byTenant: poolsByTenant(context) }
  known.set(context, inUse)
  return inUse.byTenant.get(globalAccount) ?? NO_POOLS
}

function poolsByTenant(context: BaseContext): InUse['byTenant'] {
  const pools = new Map<string, string[]>()
  for (const [key, { tenants }] of poolFacts(context).pools) {
    for (const tenant of tenants.keys()) {
      const keys = pools.get(tenant)
      if (keys) keys.push(key)
      else pools.set(tenant, [key])
    }
  }
  return pools
}
