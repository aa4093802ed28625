import type { Runtime } from '#lib/runtime.ts'
import { countUnfinishedJobs } from '#lib/store/jobs/jobs.ts'
import { type MetricSource, metricSource, type Sample, single } from '#lib/telemetry/metrics/family.ts'

const CLAIM_STATES = ['intent', 'reserved', 'active', 'releasing'] as const

const gauge = (help: string) => ({ type: 'gauge', help }) as const

type Parts = Pick<Runtime, 'store' | 'clusters' | 'chain'>

/** What the database says, and how it is; nothing but that while it does not answer. */
export function storeMetrics({ store, clusters, chain }: Parts): MetricSource {
  let broken: number | null = null
  return metricSource(
    {
      hap_database_up: gauge('Whether the database answers'),
      hap_database_connections: gauge('Connections to the database by what they do'),
      hap_claims: gauge('Claims that have an account, by status'),
      hap_jobs: gauge('Bulk jobs that are not done, by status'),
      hap_job_targets: gauge('Bindings that bulk jobs have still to look after'),
      hap_audit_chain_broken: gauge('Whether the hash chain of the audit log was found broken'),
    },
    async () => {
      // It is checked beside this, at most every few seconds; what was found is told the next time.
      void chain.status().then(({ state }) => {
        if (state === 'broken' || state === 'verified') broken = state === 'broken' ? 1 : 0
      })
      const { pool } = store.connection
      const isUp = store.health().state === 'up'
      const [known, jobs] = await Promise.all([clusters.read(), isUp ? countUnfinishedJobs(store.db) : null])
      return {
        hap_database_up: single(isUp ? 1 : 0),
        hap_database_connections: [
          { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
          { labels: { state: 'idle' }, value: pool.idleCount },
          { labels: { state: 'wanted' }, value: pool.waitingCount },
        ],
        hap_claims: isUp && known !== null ? byStatus(Array.from(known.claims, ({ status }) => status)) : [],
        hap_jobs: jobs === null ? [] : (['queued', 'running'] as const).map(status => of(status, jobs[status])),
        hap_job_targets: single(jobs?.targets ?? null),
        hap_audit_chain_broken: single(broken),
      }
    },
  )
}

function byStatus(statuses: readonly string[]): readonly Sample[] {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return CLAIM_STATES.map(status => of(status, counts.get(status) ?? 0))
}

function of(status: string, value: number): Sample {
  return { labels: { status }, value }
}
