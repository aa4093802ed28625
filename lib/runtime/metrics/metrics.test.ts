import { beforeAll, describe, expect, test, vi } from 'vitest'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { MetricSource, Reading, Sample } from '#lib/telemetry/metric-registry.ts'
import { landscapeMetrics } from './testing/landscape-metrics.ts'

async function read(all: readonly MetricSource[]): Promise<Reading> {
  return Object.assign({}, ...(await Promise.all(all.map(each => each.read()))))
}

const sum = (samples: readonly Sample[] = []) => samples.reduce((total, { value }) => total + value, 0)

vi.setConfig({ hookTimeout: 120_000 })

describe('the metrics of a landscape of 5,000 bindings and 20,000 shoots', () => {
  let context: QueryContext
  let whole: Reading

  beforeAll(async () => {
    ;({ context } = landscapeContext('large'))
    whole = await read(landscapeMetrics(context, 100_000))
  })

  test('the metrics of pools equal the page Pools', () => {
    const { groups } = listPools(context, { q: '', sort: '' })
    const rows = groups.flatMap(({ pools }) => pools)
    expect([context.inventory.bindingCount, context.inventory.shootCount]).toEqual([5_000, 20_000])
    expect(sum(whole.hap_pool_accounts)).toBe(rows.reduce((total, row) => total + row.accounts, 0))
    const free = new Map(
      whole.hap_pool_accounts
        ?.filter(({ labels }) => labels.state === 'free')
        .map(({ labels, value }) => [labels.pool, value]),
    )
    expect(free).toEqual(new Map(rows.map(row => [row.key, row.states.free])))
    expect(whole.hap_pool_waiting_claims).toContainEqual({ labels: { pool: 'aws' }, value: 2 })
    expect(sum(whole.hap_pool_problem)).toBe(rows.filter(({ problem }) => problem !== null).length)
    expect(sum(whole.hap_pools_left_out)).toBe(0)
  })

  test('the metrics with names of KEB count CredentialsBindings, and shoots on their accounts', () => {
    const credentials = [...context.inventory.pools.values()].filter(
      ({ binding }) => binding.kind === 'CredentialsBinding',
    )
    expect(whole.keb_shoots_per_credentials_binding).toHaveLength(credentials.length)
    expect(sum(whole.keb_credentials_bindings_per_ga)).toBe(
      credentials.filter(({ labels }) => labels.tenantName).length,
    )
    const onThem = [...context.inventory.shoots()].filter(({ binding }) => binding?.kind === 'CredentialsBinding')
    expect(sum(whole.kcp_keb_v2_instances_per_credentials_binding)).toBe(onThem.length)
    expect(sum(whole.keb_available_credentials_bindings)).toBeLessThanOrEqual(
      sum(whole.kcp_keb_v2_available_credentials_bindings),
    )
    expect(sum(whole.keb_available_credentials_bindings)).toBeGreaterThan(100)
  })

  test('no metric exceeds its maximum number of series, and the sums are unchanged', async () => {
    const few = await read(landscapeMetrics(context, 50))
    for (const [name, samples] of Object.entries(few)) {
      const types = new Set(samples.map(({ labels }) => labels.hyperscaler_type)).size
      // The pools have one series for each state.
      const most = name === 'hap_pool_accounts' ? 50 * 11 : 50 + types
      expect({ name, series: samples.length }).toEqual({ name, series: Math.min(samples.length, most) })
      if (name.includes('keb')) expect({ name, sum: sum(samples) }).toEqual({ name, sum: sum(whole[name]) })
    }
    expect(few.keb_shoots_per_credentials_binding).toContainEqual({
      labels: { credentials_binding: 'other' },
      value: expect.any(Number),
    })
    const series = new Set(
      Object.values(few)
        .flat()
        .map(({ labels }) => JSON.stringify(labels)),
    )
    expect(series.size).toBeLessThan(1_500)
  })

  test('an account whose bindings name a missing Quota counts once', async () => {
    const { context: own, writer } = landscapeContext('small')
    const quota = (name: string) => ({
      account: 'Secret/garden/one',
      binding: { key: `CredentialsBinding/garden/${name}`, uid: name },
      cause: 'quota-missing' as const,
      since: 0,
      checkedAt: 0,
    })
    writer.conditions([quota('a'), quota('b')])
    const { hap_account_conditions: samples } = await read(landscapeMetrics(own, 1_000))
    expect(samples).toContainEqual({ labels: { cause: 'quota-missing' }, value: 1 })
  })

  test('each series of a metric occurs once', () => {
    for (const [name, samples] of Object.entries(whole)) {
      const keys = samples.map(({ labels }) => JSON.stringify(labels))
      expect({ name, twice: keys.filter((key, index) => keys.indexOf(key) !== index) }).toEqual({ name, twice: [] })
    }
  })
})
