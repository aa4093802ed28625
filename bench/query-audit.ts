import { AUDIT_ROWS } from '#app/data/audit-queries.ts'
import { AUDIT_LIST, listAuditFields } from '#lib/queries/audit/audit-list.ts'
import { listActions } from '#lib/queries/audit/list-audit.ts'
import { maintainTables } from '#lib/store/database/embedded.ts'
import type { Bench } from './bench.ts'
import { fillAudit } from './lib/audit-filling.ts'
import { onStore } from './lib/on-store.ts'
import { searchesOf } from './lib/searches.ts'
import { slowestSearch } from './lib/slowest-search.ts'

/**
 * Data of the audit log's page in the embedded database, for every filter of the search box and every sort column. A search without
 * an index, such as a single letter, reads the log from the newest action on, so its time grows with the log.
 */
export const benches: Bench[] = [
  bench('queries: audit by any filter, p95', 20_000, 50),
  bench('queries: audit of 100,000 entries by any filter, p95', 100_000, 400),
]

function bench(name: string, entries: number, budget: number): Bench {
  return {
    name,
    unit: 'ms',
    budget,
    run: () =>
      onStore(async ({ db, connection }) => {
        const now = Date.now()
        await fillAudit(connection.pool, entries, now)
        await maintainTables(connection.pool)
        return slowestSearch(searchesOf(await listAuditFields(db), Object.keys(AUDIT_LIST.orders)), async search => {
          const started = performance.now()
          const asked = { ...search, upTo: null, before: null, limit: AUDIT_ROWS }
          const [fields, found] = await Promise.all([listAuditFields(db), listActions(db, asked, now)])
          JSON.stringify([fields, found])
          return { found, took: performance.now() - started }
        })
      }),
  }
}
