import type { Pool } from '#lib/hap/pools/pool.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { QueryContext } from '../query-context.ts'
import { requestFor } from './request-for.ts'
import { requestLink } from './request-link.ts'

/** What the next request of a global account for a pool would look like, for the simulator; null when no rule leads there. */
export function nextRequest(pool: Pool, globalAccount: string, context: QueryContext): SimulatorQuery | null {
  const request = requestFor(pool, globalAccount, context)
  return request && requestLink(request, context)
}
