import { MULTI_ACCOUNT_OFF } from '../lifecycle/multi-account.ts'
import { defaultProvider } from '../plans/plan.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import { ANYBODY, type Request } from '../request.ts'
import { decide } from '../selection/decide.ts'
import type { Decision } from '../selection/decision.ts'
import type { SelectionConfig } from '../selection/selection-config.ts'

/** What the way from a request to a pool depends on, whatever the landscape holds. */
export type RouteConfig = Pick<SelectionConfig, 'ruleset' | 'plans' | 'policy'>

const NOTHING = { database: 0, reserved: 0, onlyInGardener: 0 }
const NO_BINDINGS = new PoolIndex()
const NO_USAGE = {
  clusters: () => NOTHING,
  tenants: () => [],
  bindings: () => [],
  condition: () => null,
  migrations: () => [],
  instances: () => 0,
  shoots: () => 0,
}

/** The decision on a request in a landscape without bindings: it shows where the rules alone lead. Out: `wait` where they lead to a pool. */
export function route(request: Request, config: RouteConfig): Decision {
  const { plan, provider, globalAccount } = request
  const asked = {
    ...request,
    provider: provider || defaultProvider(config.plans.byName.get(plan)),
    globalAccount: globalAccount || ANYBODY,
  }
  const inventory = { bindings: NO_BINDINGS, usage: NO_USAGE }
  return decide(asked, inventory, { ...config, multiAccount: MULTI_ACCOUNT_OFF, at: 0 })
}
