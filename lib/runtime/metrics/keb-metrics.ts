import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { type KebInstance, kebGauges } from '#lib/hap/analysis/keb-gauges.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { type PooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { KnownClusters } from '#lib/queries/cluster-register.ts'
import type { ClusterClaim } from '#lib/store/claims/claim-clusters.ts'
import { capSeries, gauge, type MetricSource, metricSource, type Sample } from '#lib/telemetry/metric-registry.ts'

interface KebParts {
  readonly inventory: Inventory
  readonly clusters: { read(): Promise<KnownClusters | null> }
}

/**
 * Metrics for dashboards that were made for KEB, with KEB's names and those of its design. Like KEB, only CredentialsBindings count.
 * Metrics with a series for each binding or global account have at most `maxSeries`; the rest are added up.
 */
export function kebMetrics({ inventory, clusters }: KebParts, maxSeries: number): MetricSource {
  return metricSource(
    {
      kcp_keb_v2_instances_per_credentials_binding: gauge('Clusters on a CredentialsBinding according to the database'),
      kcp_keb_v2_available_credentials_bindings: gauge(
        'CredentialsBindings that are neither claimed, shared nor dirty',
      ),
      kcp_keb_v2_claimed_credentials_bindings: gauge('CredentialsBindings of a global account, including dirty ones'),
      kcp_keb_v2_dirty_credentials_bindings: gauge('Dirty CredentialsBindings'),
      kcp_keb_v2_shared_credentials_bindings: gauge('Shared CredentialsBindings'),
      keb_credentials_bindings_per_ga: gauge('CredentialsBindings of a global account'),
      keb_shoots_per_credentials_binding: gauge('Shoots on the account of a CredentialsBinding'),
      keb_available_credentials_bindings: gauge('CredentialsBindings in state free, which a global account can claim'),
    },
    async () => {
      const known = await clusters.read()
      const pooled = [...inventory.pools.values()].filter(({ binding }) => binding.kind === 'CredentialsBinding')
      const gauges = kebGauges(
        pooled.map(({ labels }) => labels),
        known === null ? [] : instancesOf(known.claims),
      )
      const samples = (name: string, ...labels: readonly string[]) => samplesOf(gauges[name] ?? {}, labels)
      const limited = (all: readonly Sample[], ...folded: readonly string[]) => capSeries(all, maxSeries, folded)
      const at = Date.now()
      return {
        kcp_keb_v2_instances_per_credentials_binding: limited(
          samples('kcp_keb_v2_instances_per_credentials_binding', 'credentials_binding', 'global_account_id'),
          'credentials_binding',
          'global_account_id',
        ),
        kcp_keb_v2_available_credentials_bindings: limited(
          samples('kcp_keb_v2_available_credentials_bindings', 'hyperscaler_type'),
          'hyperscaler_type',
        ),
        kcp_keb_v2_claimed_credentials_bindings: limited(
          samples('kcp_keb_v2_claimed_credentials_bindings', 'hyperscaler_type', 'tenant_name'),
          'tenant_name',
        ),
        kcp_keb_v2_dirty_credentials_bindings: limited(
          samples('kcp_keb_v2_dirty_credentials_bindings', 'hyperscaler_type'),
          'hyperscaler_type',
        ),
        kcp_keb_v2_shared_credentials_bindings: limited(
          samples('kcp_keb_v2_shared_credentials_bindings', 'hyperscaler_type'),
          'hyperscaler_type',
        ),
        keb_credentials_bindings_per_ga: limited(
          tally(pooled, 'global_account_id', ({ labels }) => labels.tenantName),
          'global_account_id',
        ),
        keb_shoots_per_credentials_binding: limited(
          pooled.map(({ binding }) => ({
            labels: { credentials_binding: binding.name },
            value: inventory.shootCountOfAccount(accountKey(binding.account)),
          })),
          'credentials_binding',
        ),
        keb_available_credentials_bindings: limited(
          tally(pooled, 'hyperscaler_type', one => (stateAt(one, at) === 'free' ? one.labels.hyperscalerType : null)),
          'hyperscaler_type',
        ),
      }
    },
  )
}

/** The clusters of active claims as instances of KEB, one entry per binding. */
function instancesOf(claims: Iterable<ClusterClaim>): readonly KebInstance[] {
  const byBinding = new Map<string, { globalAccount: string; count: number }>()
  for (const { binding, tenant, status } of claims) {
    if (binding?.kind !== 'CredentialsBinding' || status === 'releasing') continue
    const before = byBinding.get(binding.name)
    byBinding.set(binding.name, { globalAccount: tenant, count: (before?.count ?? 0) + 1 })
  }
  const alike = { subscriptionGlobalAccount: '', deleted: false, suspended: false }
  return Array.from(byBinding, ([binding, counted]) => ({ ...alike, binding, ...counted }))
}

function samplesOf(values: Readonly<Record<string, number>>, labels: readonly string[]): readonly Sample[] {
  return Object.entries(values).map(([key, value]) => {
    const parts = key.split('|')
    return { labels: Object.fromEntries(labels.map((label, index) => [label, parts[index] ?? ''])), value }
  })
}

function tally(
  pooled: readonly PooledBinding[],
  label: string,
  read: (one: PooledBinding) => string | null,
): readonly Sample[] {
  const counts = new Map<string, number>()
  for (const one of pooled) {
    const value = read(one)
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return Array.from(counts, ([value, count]) => ({ labels: { [label]: value }, value: count }))
}
