import type { PageOrigin } from '#app/data/live-connection.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { consoleHealth } from './console-health.ts'
import { momentOf } from './moment.ts'

/** What a page is made from at this moment. Until the browser has its own connection it says so by the server's clock. */
export function pageOrigin(context: QueryContext): PageOrigin {
  const health = consoleHealth(context)
  const stale = health.phase === 'stale'
  return {
    moment: momentOf(context.inventory.version),
    state: {
      phase: stale ? 'stale' : 'connecting',
      asOf: stale && health.ageMs !== null ? context.at - health.ageMs : null,
      health,
    },
  }
}
