import { AUDIT_ROWS } from '#app/data/audit-queries.ts'
import { auditFields } from '#lib/queries/audit/audit-fields.ts'
import { AUDIT_SORTS } from '#lib/queries/audit/audit-order.ts'
import { listActions } from '#lib/queries/audit/list-audit.ts'
import type { Bench } from './bench.ts'
import { fillAudit } from './lib/audit-filling.ts'
import { onStore } from './lib/on-store.ts'
import { searchesOf } from './lib/searches.ts'
import { slowestSearch } from './lib/slowest-search.ts'

/** Data of the audit log's page at 100,000 entries in the embedded database, by whatever its box offers and its head sorts by. */
export const benches: Bench[] = [
  {
    name: 'queries: audit by any filter, p95',
    unit: 'ms',
    budget: 50,
    run: () =>
      onStore(async ({ db, connection }) => {
        const now = Date.now()
        await fillAudit(connection.pool, now)
        return slowestSearch(searchesOf(await auditFields(db), AUDIT_SORTS), async search => {
          const started = performance.now()
          const asked = { ...search, upTo: null, before: null, limit: AUDIT_ROWS }
          const [fields, found] = await Promise.all([auditFields(db), listActions(db, asked, now)])
          JSON.stringify([fields, found])
          return { found, took: performance.now() - started }
        })
      }),
  },
]
