import { defaultProvider } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { QueryContext } from '../query-context.ts'

/** A request as the simulator's address carries it: a provider that follows from the plan is not written. */
export function requestLink(request: Request, { rules }: Pick<QueryContext, 'rules'>): SimulatorQuery {
  const follows = request.provider === defaultProvider(rules.plans.byName.get(request.plan))
  return { ...request, provider: follows ? null : request.provider }
}
