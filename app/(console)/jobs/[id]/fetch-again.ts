import { fetchJson } from '#app/data/fetch-json.ts'
import { TO_RETRY } from '#lib/hap/actions/job.ts'
import { withQuery } from '#lib/paths.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { JobDetail } from '#lib/services/jobs/job-view.ts'

const AT_ONCE = 500

/** The bindings of a job that were not done, or nobody knows of, and that no retry has. */
export async function fetchAgain(id: string): Promise<readonly SelectedBinding[]> {
  const found: SelectedBinding[] = []
  for (;;) {
    const query = { status: TO_RETRY, offset: found.length, limit: AT_ONCE }
    const address = withQuery(`/api/v1/jobs/${encodeURIComponent(id)}`, query)
    const { rows, hits } = await fetchJson<JobDetail>(address, AbortSignal.timeout(30_000))
    found.push(...rows.map(({ kind, name }) => ({ kind, name })))
    if (rows.length === 0 || found.length >= hits) return found
  }
}
